package io.sluice.local.input;

import io.sluice.input.ForeignFormat;

/// The way to make of a format that nothing here reads one that is read: a command, or what to do instead.
final class ConversionHint {
    private static final String TO_PARQUET = "python3 -c 'import sys; from pyarrow import parquet, %1$s;"
            + " parquet.write_table(%1$s.read_table(sys.argv[1]), sys.argv[2])' %2$s records.parquet"
            + " makes Parquet of it (pip install pyarrow)";

    private ConversionHint() {}

    /// @param name the input's, as messages have it
    static String of(ForeignFormat format, String name) {
        String file = "'" + name.replace("'", "'\\''") + "'";
        return switch (format) {
            case TAR -> "mkdir unpacked && tar -xf " + file + " -C unpacked, and name the folder";
            case ZIP -> "unzip " + file + " -d unpacked, and name the folder; of a workbook, save each sheet as CSV";
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
}
