package io.sluice.config;

import io.sluice.codec.Compression;
import io.sluice.config.JsonValue.Place;
import java.util.Map;
import java.util.Optional;

/// Checks the parts of an S3 destination that are Firehose's own work: the backup of source records, and Parquet or ORC.
final class BackupAndConversion {
    private static final Map<String, Boolean> BACKUP_MODES = Map.of("Disabled", false, "Enabled", true);
    private static final String CONVERSION = "DataFormatConversionConfiguration";

    private BackupAndConversion() {}

    static void check(Fields destination, Compression compression) {
        checkBackup(destination);
        checkConversion(destination, compression);
    }

    private static void checkBackup(Fields destination) {
        boolean enabled = destination.oneOf("S3BackupMode", BACKUP_MODES).orElse(false);
        Optional<JsonValue> backup = ShapeCheck.check(destination, "S3BackupConfiguration", PassedOn.BACKUP);
        if (enabled && backup.isEmpty()) {
            destination.problems().error(destination.place("S3BackupMode"), FirehoseMessages.BACKUP_MISSING);
        }
        if (backup.orElse(null) instanceof JsonValue.Structure section) {
            Checks.required(new Fields(section, destination.problems()), "BucketARN");
        }
    }

    private static void checkConversion(Fields destination, Compression compression) {
        Optional<JsonValue> conversion = ShapeCheck.check(destination, CONVERSION, PassedOn.CONVERSION);
        if (!(conversion.orElse(null) instanceof JsonValue.Structure section) || !enabled(section)) {
            return;
        }
        Place place = destination.place(CONVERSION);
        Problems problems = destination.problems();
        if (problems.delivery() == Delivery.BUFFER) {
            problems.error(place, "buffer delivery writes records as they are and converts none to Parquet or ORC; "
                    + "take the section out, or set its Enabled to false, or use firehose delivery");
        }
        if (compression != Compression.UNCOMPRESSED) {
            problems.error(destination.place("CompressionFormat"), FirehoseMessages.CONVERSION_UNCOMPRESSED);
        }
    }

    /// A section without `Enabled` is on.
    private static boolean enabled(JsonValue.Structure section) {
        return !(section.members().get("Enabled") instanceof JsonValue.Flag flag) || flag.value();
    }
}
