package io.sluice.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NearestTest {
    @Test
    void editDistanceCountsInsertionsDeletionsAndReplacements() {
        assertEquals(0, Nearest.editDistance("prefix", "prefix"));
        assertEquals(3, Nearest.editDistance("kitten", "sitting"));
        assertEquals(6, Nearest.editDistance("", "prefix"));
        assertEquals(6, Nearest.editDistance("prefix", ""));
    }

    @Test
    void theNearestNameIsFoundWhateverItsCase() {
        assertEquals(Optional.of("Prefix"), Nearest.find("PREFX", List.of("FileExtension", "Prefix", "RoleARN")));
        assertEquals(Optional.empty(), Nearest.find("zzz", List.of("Prefix")));
        assertEquals(Optional.empty(), Nearest.find("x".repeat(100_000), List.of("Prefix")));
    }

    @Test
    void equallyNearNamesAreTakenInOrder() {
        assertEquals(Optional.of("Aaaa"), Nearest.find("caaa", List.of("Baaa", "Aaaa")));
    }
}
