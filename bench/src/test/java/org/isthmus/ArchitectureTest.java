// SPDX-License-Identifier: Apache-2.0
package org.isthmus;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.core.spi.DataPlane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The arrows of docs/architecture.md. It stands in bench/, the one module that sees all others.
 * Each rule is tried on the tree, and on classes planted in the tests that break it.
 */
class ArchitectureTest {
    /** The parts of the core that are nobody else's. */
    private static final String[] ROOMS = {
        "org.isthmus.core.binding..",
        "org.isthmus.core.capacity..",
        "org.isthmus.core.count..",
        "org.isthmus.core.fabric..",
        "org.isthmus.core.journal..",
        "org.isthmus.core.loop..",
        "org.isthmus.core.mapping..",
        "org.isthmus.core.packet..",
        "org.isthmus.core.policy..",
        "org.isthmus.core.pool..",
        "org.isthmus.core.query..",
        "org.isthmus.core.slowpath..",
        "org.isthmus.core.sync.."
    };

    /** Levels and handlers of programs, which slf4j leaves to java.util.logging. */
    private static final String SET_UP_LOGGING =
            "org\\.isthmus\\.(logging\\.(Journal|JsonLines|LogLevel|Logs)"
                    + "|bench\\.LoadedSwitch)(\\$.*)?";

    /** The rules, each with the classes planted to break it. */
    enum Rule {
        NO_CYCLE_OF_PACKAGES(
                slices().matching("org.isthmus.(**)").should().beFreeOfCycles(),
                org.isthmus.planted.one.One.class,
                org.isthmus.planted.other.Other.class),
        CORE_KNOWS_THE_JDK_ALONE(
                classes()
                        .that()
                        .resideInAPackage("org.isthmus.core..")
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage("org.isthmus.core..", "java.."),
                org.isthmus.core.planted.CoreUsesLibrary.class),
        WHAT_HOSTS_SEE_OF_CORE_NEEDS_NO_ROOM(
                noClasses()
                        .that()
                        .resideInAnyPackage(
                                "org.isthmus.core.api..",
                                "org.isthmus.core.model..",
                                "org.isthmus.core.net..",
                                "org.isthmus.core.spi..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(ROOMS),
                org.isthmus.core.model.planted.ModelUsesRoom.class),
        HOSTS_SEE_NO_ROOM_OF_CORE(
                noClasses()
                        .that()
                        .resideOutsideOfPackages("org.isthmus.core..", "org.isthmus.bench..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(ROOMS),
                org.isthmus.rest.planted.HostUsesRoom.class),
        BINDINGS_SEE_INTERFACES_OF_THEIR_OWN(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.core.binding..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.core.sync..",
                                "org.isthmus.core.pool..",
                                "org.isthmus.core.journal..",
                                "org.isthmus.core.policy..",
                                "org.isthmus.core.fabric..",
                                "org.isthmus.core.slowpath.."),
                org.isthmus.core.binding.planted.BindingUsesSync.class),
        SYNC_ALONE_WRITES_AND_READS_DEVICES(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.core..")
                        .and()
                        .resideOutsideOfPackage("org.isthmus.core.sync..")
                        .should()
                        .callMethod(
                                DataPlane.class,
                                "apply",
                                org.isthmus.core.model.DeviceId.class,
                                java.util.List.class)
                        .orShould()
                        .callMethod(DataPlane.class, "read", org.isthmus.core.model.DeviceId.class)
                        .orShould()
                        .callMethod(
                                DataPlane.class,
                                "packets",
                                org.isthmus.core.model.DeviceId.class,
                                java.util.List.class),
                org.isthmus.core.query.planted.QueryWrites.class),
        CONFIG_READS_JSON_INTO_THE_CORES_VALUES(
                classes()
                        .that()
                        .resideInAPackage("org.isthmus.config..")
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.config..",
                                "org.isthmus.core..",
                                "com.fasterxml.jackson..",
                                "java.."),
                org.isthmus.config.planted.ConfigUsesGrpc.class),
        PROTO_ENCODES_THE_CORES_VALUES(
                classes()
                        .that()
                        .resideInAPackage("org.isthmus.proto..")
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.proto..",
                                "org.isthmus.core.model..",
                                "org.isthmus.core.net..",
                                "org.isthmus.core.spi..",
                                "com.google.protobuf..",
                                "java.."),
                org.isthmus.proto.planted.ProtoUsesGrpc.class),
        REST_KNOWS_THE_CORES_API(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.rest..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.pipeline..",
                                "org.isthmus.config..",
                                "org.isthmus.controller..",
                                "org.isthmus.target..",
                                "org.glassfish..",
                                "p4.."),
                org.isthmus.rest.planted.RestUsesHost.class),
        THE_COMMAND_LINE_SPEAKS_REST(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.cli..")
                        .should()
                        .dependOnClassesThat()
                        // Of core, values: a netcfg file can be asked without a server.
                        .resideInAnyPackage(
                                "org.isthmus.core",
                                "org.isthmus.core.api..",
                                "org.isthmus.core.spi..",
                                "org.isthmus.controller..",
                                "org.isthmus.app.."),
                org.isthmus.cli.planted.CliUsesCore.class),
        THE_SWITCH_KNOWS_NOTHING_OF_NAT64(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.target..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.core..",
                                "org.isthmus.pipeline..",
                                "org.isthmus.config..",
                                "org.isthmus.rest..",
                                "org.isthmus.controller.."),
                org.isthmus.target.planted.SwitchUsesCore.class),
        THE_AGENT_IS_A_SWITCH_LIKE_OTHERS(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.netfpga..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.core..",
                                "org.isthmus.pipeline..",
                                "org.isthmus.config..",
                                "org.isthmus.rest..",
                                "org.isthmus.controller.."),
                org.isthmus.netfpga.planted.AgentUsesCore.class),
        OF_THE_SWITCH_THE_COMPILER_OF_HARDWARE_KNOWS_PROGRAMS(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.rtl..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.target.bmv2",
                                "org.isthmus.target.bmv2.gen..",
                                "org.isthmus.target.bmv2.run..",
                                "org.isthmus.core.."),
                org.isthmus.rtl.planted.CompilerUsesByteCode.class),
        THE_COMPILER_OF_HARDWARE_AND_THE_AGENT_SHARE_THE_LAYOUT_OF_A_CARD(
                noClasses()
                        .that()
                        .resideInAnyPackage("org.isthmus.rtl..", "org.isthmus.netfpga.layout..")
                        .should()
                        .dependOnClassesThat(
                                resideInAPackage("org.isthmus.netfpga..")
                                        .and(
                                                resideOutsideOfPackage(
                                                        "org.isthmus.netfpga.layout.."))),
                org.isthmus.rtl.planted.CompilerUsesAgent.class),
        ONLY_THE_PIPELINE_KNOWS_P4_NAMES(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("org.isthmus.pipeline..")
                        .should()
                        .dependOnClassesThat()
                        .haveNameMatching("org\\.isthmus\\.pipeline\\.P4(\\$.*)?"),
                org.isthmus.controller.planted.ControllerNamesCounter.class),
        THE_PIPELINE_TALKS_TO_NOBODY(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.pipeline..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "io.grpc..",
                                "org.isthmus.controller..",
                                "org.isthmus.rest..",
                                "org.isthmus.target.."),
                org.isthmus.pipeline.planted.PipelineUsesGrpc.class),
        ONLY_ITS_HOST_KNOWS_ONOS(
                noClasses()
                        .that()
                        .resideOutsideOfPackages("org.isthmus.pipeconf..", "org.isthmus.app..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "org.onosproject..",
                                "org.onlab..",
                                "org.osgi..",
                                "org.apache.karaf.."),
                org.isthmus.controller.planted.ControllerUsesOnos.class),
        THE_PIPECONF_DECIDES_NOTHING(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.pipeconf..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.app..",
                                "org.isthmus.config..",
                                "org.isthmus.controller..",
                                "org.isthmus.rest..",
                                "org.isthmus.target.."),
                org.isthmus.pipeconf.planted.PipeconfUsesHost.class),
        THE_HOSTS_KNOW_NOTHING_OF_EACH_OTHER(
                noClasses()
                        .that()
                        .resideInAPackage("org.isthmus.app..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "org.isthmus.controller..", "org.isthmus.target..", "io.grpc.."),
                org.isthmus.app.planted.HostUsesHost.class),
        NOBODY_PRINTS_BUT_PROGRAMS(
                noClasses()
                        .that()
                        .resideInAnyPackage(
                                "org.isthmus.core..",
                                "org.isthmus.config..",
                                "org.isthmus.pipeline..",
                                "org.isthmus.rest..")
                        .should()
                        .accessField(System.class, "out")
                        .orShould()
                        .accessField(System.class, "err"),
                org.isthmus.rest.planted.Prints.class),
        HOSTS_LOG_THROUGH_SLF4J(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("org.isthmus.core..")
                        .and(DescribedPredicate.not(nameMatching(SET_UP_LOGGING)))
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("java.util.logging..")
                        .orShould()
                        .dependOnClassesThat()
                        .haveNameMatching("java\\.lang\\.System\\$Logger(\\$.*)?"),
                org.isthmus.controller.planted.LogsPastSlf4j.class,
                org.isthmus.controller.planted.LogsThroughJavaUtil.class);

        private final ArchRule rule;
        private final Class<?>[] planted;

        Rule(ArchRule rule, Class<?>... planted) {
            this.rule = rule;
            this.planted = planted;
        }
    }

    private static JavaClasses tree;

    @BeforeAll
    static void readTheTree() {
        tree =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .withImportOption(location -> !location.contains("-tests.jar"))
                        .importPackages("org.isthmus");
    }

    @Test
    void theTreeHasEveryModule() {
        Set<String> modules = new TreeSet<>();
        tree.forEach(c -> modules.add(c.getPackageName().split("\\.", 4)[2]));
        assertEquals(
                new TreeSet<>(
                        Set.of(
                                "app",
                                "bench",
                                "cli",
                                "config",
                                "controller",
                                "core",
                                "export",
                                "gnmi",
                                "logging",
                                "mappinglog",
                                "netfpga",
                                "pipeconf",
                                "pipeline",
                                "proto",
                                "rest",
                                "rtl",
                                "target",
                                "web")),
                modules);
    }

    @ParameterizedTest
    @EnumSource
    void holdsInTheTree(Rule rule) {
        rule.rule.check(tree);
    }

    @ParameterizedTest
    @EnumSource
    void failsOnWhatIsPlanted(Rule rule) {
        JavaClasses planted = new ClassFileImporter().importClasses(rule.planted);
        String found =
                rule.rule.allowEmptyShould(true).evaluate(planted).getFailureReport().toString();
        for (Class<?> each : rule.planted) {
            assertTrue(found.contains(each.getName()), () -> rule + " does not see " + each);
        }
    }
}
