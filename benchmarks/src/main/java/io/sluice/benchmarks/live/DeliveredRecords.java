package io.sluice.benchmarks.live;

import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The records that the embedded S3 server has as files, read back.
public final class DeliveredRecords {
    private DeliveredRecords() {}

    /// @param out    the servers' folder of buckets
    /// @throws io.sluice.benchmarks.WrongOutputException when the objects do not hold exactly `expected`
    public static void check(Path out, RecordSum expected) throws IOException {
        Path bucket = out.resolve(Clickstream.NAME);
        RecordSum delivered = new RecordSum();
        List<Path> files;
        try (Stream<Path> all = Files.walk(bucket)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            delivered.addObject(new ObjectKey(bucket.relativize(file).toString()), Files.readAllBytes(file));
        }
        delivered.requireEqual("what was delivered", expected);
    }
}
