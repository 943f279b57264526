// SPDX-License-Identifier: Apache-2.0
package org.isthmus;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.isthmus.pipeline.P4;
import org.junit.jupiter.api.Test;

/** That rules of {@link ArchitectureTest} see what they forbid. */
class PlantedViolationTest {

    private static final class NamesATable {
        int table() {
            return P4.Tables.Bib6.ID.id;
        }
    }

    private static final class NamesACounter {
        int counter() {
            return P4.Counters.DROPS;
        }
    }

    private static final class NamesAPort {
        int port() {
            return P4.CPU_PORT;
        }
    }

    private static final class NamesMetadata {
        int bits() {
            return 1 << P4.PacketOut.EGRESS_PORT_BITS;
        }
    }

    private static final class NamesAReason {
        boolean isNone(int reason) {
            return reason == P4.DropReasons.NONE;
        }
    }

    private static void assertSees(ArchRule rule, Class<?> violation) {
        AssertionError error =
                assertThrows(
                        AssertionError.class,
                        () -> rule.check(new ClassFileImporter().importClasses(violation)),
                        violation::getSimpleName);
        assertTrue(error.getMessage().contains(violation.getSimpleName()), error::getMessage);
    }

    /** They were constants once, which javac copied. */
    @Test
    void namesOfTheP4ProgramAreSeen() {
        assertSees(ArchitectureTest.ONLY_THE_PIPELINE_KNOWS_P4_NAMES, NamesATable.class);
        assertSees(ArchitectureTest.ONLY_THE_PIPELINE_KNOWS_P4_NAMES, NamesACounter.class);
        assertSees(ArchitectureTest.ONLY_THE_PIPELINE_KNOWS_P4_NAMES, NamesAPort.class);
        assertSees(ArchitectureTest.ONLY_THE_PIPELINE_KNOWS_P4_NAMES, NamesMetadata.class);
        assertSees(ArchitectureTest.ONLY_THE_PIPELINE_KNOWS_P4_NAMES, NamesAReason.class);
    }
}
