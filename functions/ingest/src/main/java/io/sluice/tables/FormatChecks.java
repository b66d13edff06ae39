package io.sluice.tables;

import io.sluice.codec.Compression;
import java.util.List;
import java.util.Optional;

/// Checks whether Athena can read a stream's objects. It tells how an object is compressed by how its name ends.
///
/// Source: Athena user guide, "Use compression in Athena" and "Hive table compression"; of the two Snappy formats it
/// reads Hadoop's.
final class FormatChecks {
    /// Ends of names that Athena takes for compression.
    private static final List<String> COMPRESSED = List.of(".gz", ".zst", ".snappy", ".bz2", ".deflate", ".lz4",
            ".lzo");

    private FormatChecks() {}

    static void check(TableSource source, List<TableRemark> remarks) {
        if (source.format() != DataFormat.JSON) {
            return;
        }
        Compression compression = source.compression();
        if (!compression.isReadByAthena()) {
            remarks.add(TableRemark.refusal(TableRemark.DESTINATION + ".CompressionFormat",
                    "Athena reads no objects in the format " + compression.wireName()
                            + "; use GZIP, HADOOP_SNAPPY or ZSTD (Sluice.CompressionFormat)"));
        } else {
            extensionFault(compression, source.fileExtension()).ifPresent(
                    fault -> remarks.add(TableRemark.refusal(TableRemark.DESTINATION + ".FileExtension", fault)));
        }
        if (!source.delimited()) {
            remarks.add(TableRemark.warning(TableRemark.DESTINATION + ".ProcessingConfiguration",
                    "Athena reads one JSON"
                            + " object per line, and records stand one after another; add the processor "
                            + "AppendDelimiterToRecord,"
                            + " unless every record ends in a line feed"));
        }
    }

    private static Optional<String> extensionFault(Compression compression, Optional<String> extension) {
        if (extension.isEmpty()) {
            return Optional.empty();
        }
        if (compression == Compression.UNCOMPRESSED) {
            return COMPRESSED.stream().filter(extension.get()::endsWith).findFirst()
                    .map(end -> "Athena takes objects that end in " + end + " for compressed, and these are not;"
                            + " use another extension");
        }
        if (extension.get().endsWith(compression.extension())) {
            return Optional.empty();
        }
        return Optional.of("Athena tells " + compression.wireName() + " by the end " + compression.extension()
                + " of an object's name; let the extension end in it, or leave it out");
    }
}
