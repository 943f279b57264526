// SPDX-License-Identifier: Apache-2.0
package org.isthmus;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** The arrows of docs/architecture.md. It stands in bench/, the one module that sees all others. */
@AnalyzeClasses(packages = "org.isthmus", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule CORE_KNOWS_THE_JDK_ALONE =
            classes()
                    .that()
                    .resideInAPackage("org.isthmus.core..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("org.isthmus.core..", "java..");

    @ArchTest
    static final ArchRule CONFIG_READS_JSON_INTO_THE_CORES_VALUES =
            classes()
                    .that()
                    .resideInAPackage("org.isthmus.config..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "org.isthmus.config..",
                            "org.isthmus.core..",
                            "com.fasterxml.jackson..",
                            "java..");

    @ArchTest
    static final ArchRule REST_KNOWS_THE_CORES_API =
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
                            "p4..");

    @ArchTest
    static final ArchRule THE_SWITCH_KNOWS_NOTHING_OF_NAT64 =
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
                            "org.isthmus.controller..");

    @ArchTest
    static final ArchRule ONLY_THE_PIPELINE_KNOWS_P4_NAMES =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("org.isthmus.pipeline..")
                    .should()
                    .dependOnClassesThat()
                    .haveNameMatching("org\\.isthmus\\.pipeline\\.P4(\\$.*)?");

    @ArchTest
    static final ArchRule THE_PIPELINE_TALKS_TO_NOBODY =
            noClasses()
                    .that()
                    .resideInAPackage("org.isthmus.pipeline..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.grpc..",
                            "org.isthmus.controller..",
                            "org.isthmus.rest..",
                            "org.isthmus.target..");

    @ArchTest
    static final ArchRule ONLY_ITS_HOST_KNOWS_ONOS =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("org.isthmus.pipeconf..", "org.isthmus.app..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.onosproject..", "org.onlab..", "org.osgi..", "org.apache.karaf..");

    @ArchTest
    static final ArchRule THE_PIPECONF_DECIDES_NOTHING =
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
                            "org.isthmus.target..");

    @ArchTest
    static final ArchRule THE_HOSTS_KNOW_NOTHING_OF_EACH_OTHER =
            noClasses()
                    .that()
                    .resideInAPackage("org.isthmus.app..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.isthmus.controller..", "org.isthmus.target..")
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAPackage("io.grpc..");

    @ArchTest
    static final ArchRule NOBODY_PRINTS_BUT_PROGRAMS =
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
                    .accessField(System.class, "err");

    @ArchTest
    static final ArchRule THE_SWITCHS_PACKAGES_FORM_NO_CYCLE =
            slices().assignedFrom(packagesUnder("org.isthmus.target")).should().beFreeOfCycles();

    /** A slice for each package at or below the root; "(**)" would leave out the root itself. */
    private static SliceAssignment packagesUnder(String root) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass c) {
                String name = c.getPackageName();
                return (name + ".").startsWith(root + ".")
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages under " + root;
            }
        };
    }
}
