package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.local.batch.BatchRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IngestionTest {
    private static final double KIB = 1_024;

    @ParameterizedTest
    @CsvSource({"1, 5", "400, 5", "5120, 5", "5121, 10", "10240, 10", "10241, 15"})
    void firehoseBillsEachRecordAsTheNextFiveKilobytes(int recordBytes, int billedKib) {
        BatchRecord record = new BatchRecord("id", Instant.EPOCH, new byte[recordBytes]);
        Sample sample = new Sample(Collections.nCopies(10, record), 10L * recordBytes, Duration.ZERO, true);
        Traffic traffic = Traffic.of(new Rate.Records(1), sample);
        Ingestion ingestion = Ingestion.of(sample, traffic, Prices.load());
        assertEquals(billedKib * KIB * Traffic.MONTH_SECONDS / (1L << 30), ingestion.gigabytesPerMonth(), 1e-9);
        assertEquals(ingestion.gigabytesPerMonth() * 0.029, ingestion.dollarsPerMonth(), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({
            // TB a month, thousand dollars
            "1,    0.029696", "500,  14.848", "1000, 27.648", "2036, 54.1696", "3036, 74.6496"})
    void itsTiersEachHaveTheirPrice(double terabytes, double thousands) {
        assertEquals(thousands * 1_000, Ingestion.dollars(terabytes * KIB, Prices.load()), 1e-6);
    }
}
