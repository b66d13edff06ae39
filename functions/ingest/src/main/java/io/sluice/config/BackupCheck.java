package io.sluice.config;

import java.util.Map;
import java.util.Optional;

/// Checks the backup of source records, which is Firehose's own work.
final class BackupCheck {
    private static final Map<String, Boolean> MODES = Map.of("Disabled", false, "Enabled", true);

    private BackupCheck() {}

    static void check(Fields destination) {
        boolean enabled = destination.oneOf("S3BackupMode", MODES).orElse(false);
        Optional<JsonValue> backup = ShapeCheck.check(destination, "S3BackupConfiguration", PassedOn.BACKUP);
        if (enabled && backup.isEmpty()) {
            destination.problems().error(destination.place("S3BackupMode"), FirehoseMessages.BACKUP_MISSING);
        }
        if (backup.orElse(null) instanceof JsonValue.Structure section) {
            Checks.required(new Fields(section, destination.problems()), "BucketARN");
        }
    }
}
