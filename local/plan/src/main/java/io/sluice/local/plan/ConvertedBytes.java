package io.sluice.local.plan;

import io.sluice.convert.ObjectConverter;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.FramedRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The bytes of files that records are converted to.
///
/// @param ofRecords that grow with the records, in a file of all of them
/// @param fixed     that each file has beside these
record ConvertedBytes(double ofRecords, double fixed) {
    /// Records of a partition, and where they would be delivered.
    ///
    /// @param file   a key that its prefix makes
    /// @param framed the records
    record Run(ObjectKey file, byte[] framed) {}

    /// Tells the two apart by the files of each partition and one file of all of them: these hold the same records, and
    /// all but one of the fixed parts is the difference. At least a file of the first record is fixed, which is all
    /// there is to tell by where the sample has one partition.
    ///
    /// @param partitions at least one
    static ConvertedBytes of(ObjectConverter converter, List<Run> partitions) {
        long whole = file(converter, partitions, Long.MAX_VALUE);
        double fixed = Math.min(whole, file(converter, partitions, 1));
        if (partitions.size() > 1) {
            long apart = partitions.stream().mapToLong(each -> file(converter, List.of(each), Long.MAX_VALUE)).sum();
            fixed = Math.clamp((double) (apart - whole) / (partitions.size() - 1), fixed, (double) whole);
        }
        return new ConvertedBytes(whole - fixed, fixed);
    }

    /// Bytes of a file of the first records that can be converted; 0 where none can, as there is no file then.
    private static long file(ObjectConverter converter, List<Run> partitions, long recordsMax) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ObjectConverter.Draft draft = converter.begin(partitions.getFirst().file(), file)) {
            if (add(draft, partitions, recordsMax) == 0) {
                return 0;
            }
            draft.finish();
        } catch (IOException e) {
            throw new UncheckedIOException("converting in memory", e);
        }
        return file.size();
    }

    /// @return how many were converted
    private static long add(ObjectConverter.Draft draft, List<Run> partitions, long recordsMax) throws IOException {
        long converted = 0;
        for (Run partition : partitions) {
            // Times of arrival make no difference to the file.
            for (FramedRecords.Framed record : new FramedRecords(partition.framed(), 0)) {
                if (converted == recordsMax) {
                    return converted;
                }
                converted += draft.add(record.bytes()).isEmpty() ? 1 : 0;
            }
        }
        return converted;
    }
}
