package io.sluice.local.input;

import io.sluice.input.ForeignFormat;
import io.sluice.local.s3.S3Address;

/// The way to make of a format that nothing here reads one that is read: a command, or what to do instead.
final class ConversionHint {
    private static final String TO_PARQUET = "python3 -c 'import sys; from pyarrow import parquet, %1$s;"
            + " parquet.write_table(%1$s.read_table(sys.argv[1]), sys.argv[2])' %2$s records.parquet"
            + " makes Parquet of it (pip install pyarrow)";

    private ConversionHint() {}

    /// @param name the input's, as messages have it
    static String of(ForeignFormat format, String name) {
        if (S3Address.isOne(name)) {
            String file = name.substring(name.lastIndexOf('/') + 1);
            return "fetch it: aws s3 cp " + quoted(name) + " " + quoted(file) + "; then "
                    + (format == ForeignFormat.ZIP
                            ? "name that; of S3, archives are read whose keys end in .zip"
                            : ofFile(format, file));
        }
        return ofFile(format, name);
    }

    private static String ofFile(ForeignFormat format, String name) {
        String file = quoted(name);
        return switch (format) {
            case TAR -> "mkdir unpacked && tar -xf " + file + " -C unpacked, and name the folder";
            case ZIP ->
                "an archive is read as a file by itself: not from a pipe, compressed or in another archive";
            case SEVEN_ZIP -> "7z x " + file + " -ounpacked, and name the folder";
            case RAR -> "unrar x " + file + " unpacked/, and name the folder";
            case XZ -> "xz -dc " + file + " > records decompresses it";
            case COMPRESS -> "gzip -dc " + file + " > records decompresses it";
            case LZ4 -> "lz4 -dc " + file + " > records decompresses it";
            case SNAPPY -> "snzip -dc " + file + " > records decompresses it";
            case AVRO -> "fastavro " + file + " > records.json makes lines of it (pip install fastavro)";
            case ORC -> TO_PARQUET.formatted("orc", file);
            case ARROW -> TO_PARQUET.formatted("feather", file);
            case SQLITE -> "sqlite3 -json " + file + " 'SELECT * FROM NAME' > NAME.json makes an array of a table,"
                    + " which --input-format json-array reads";
            case OLE -> "save each sheet as CSV";
            case PARQUET_ENCRYPTED -> "write it without encryption";
            case PNG, JPEG, GIF, PDF, ELF, CLASS, WINDOWS, HDF5, NUMPY -> "leave it out";
        };
    }

    /// The command that runs `tool` on an input, which an object in S3 is fetched for first.
    ///
    /// @param name the input's, as messages have it
    /// @param tool with its options
    static String command(String tool, String name) {
        if (!S3Address.isOne(name)) {
            return tool + " " + quoted(name);
        }
        String file = quoted(name.substring(name.lastIndexOf('/') + 1));
        return "aws s3 cp " + quoted(name) + " " + file + " && " + tool + " " + file;
    }

    /// Returns `name` as a shell takes it for a file's name: in quotes, and never for an option.
    static String quoted(String name) {
        return "'" + (name.startsWith("-") ? "./" : "") + name.replace("'", "'\\''") + "'";
    }
}
