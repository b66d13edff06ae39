package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.ByteInputs;
import io.sluice.input.DecompressedInput;
import io.sluice.input.ForeignFormat;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
import io.sluice.input.RecordSplitter;
import io.sluice.input.RowFiles;
import io.sluice.input.TextForm;
import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;

/// Opens inputs as what they are by their content: compressed or not, rows, or text; and refuses by name what nothing
/// here reads.
final class Contents {
    private static final byte[] BZIP2_BLOCK = {0x31, 0x41, 0x59, 0x26, 0x53, 0x59};
    private static final byte[] BZIP2_END = {0x17, 0x72, 0x45, 0x38, 0x50, (byte) 0x90};
    private static final byte[] XZ = {(byte) 0xFD, '7', 'z', 'X', 'Z', 0};

    private Contents() {}

    /// The records of `source`.
    ///
    /// @param recordBytesMax the longest record
    /// @throws InputException naming the input when it is what nothing here reads, or not what `reading` says
    static RecordInput open(InputSource source, Reading reading, int recordBytesMax) throws IOException {
        String name = source.displayName();
        if (reading.form() == Reading.Form.LINES) {
            return new RecordSplitter(source.id(), name,
                    ByteInputs.open(name, source.opener().open(), recordBytesMax), recordBytesMax);
        }
        Optional<ByteInput.Fault> fault = fault(source);
        HeadedInput bytes = bytes(source, recordBytesMax, fault);
        try {
            byte[] head = bytes.head();
            if (isParquet(head)) {
                requireRows(source);
                bytes.close();
                return rows(source, recordBytesMax);
            }
            ForeignContent.of(head).ifPresent(foreign -> {
                throw new InputException(name + ": it is " + foreign.refusal(name));
            });
            return switch (reading.form()) {
                case RECORDS, LINES -> new RecordSplitter(source.id(), name, bytes, recordBytesMax);
                case DOCUMENTS -> new RecordSplitter(source.id(), name, bytes, TextForm.DOCUMENTS, recordBytesMax);
                case ARRAY -> new ArrayElements(source.id(), name, bytes, recordBytesMax);
                case ELEMENTS -> new DocumentElements(source.id(), name, bytes, reading.at(), recordBytesMax);
                case CELLS, BARE_CELLS -> new CellRecords(source.id(), name, bytes, reading, recordBytesMax);
            };
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /// The decompressed bytes of `source`, whose first ones are known.
    static HeadedInput bytes(InputSource source, int restBytesMax) throws IOException {
        return bytes(source, restBytesMax, Optional.empty());
    }

    private static HeadedInput bytes(InputSource source, int restBytesMax, Optional<ByteInput.Fault> fault)
            throws IOException {
        InputStream in = source.opener().open();
        try {
            ByteInput bytes = decompressed(source.displayName(), in, restBytesMax);
            if (bytes instanceof DecompressedInput compressed) {
                fault.ifPresent(compressed::stopAt);
            }
            return new HeadedInput(bytes);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /// The first part that does not hold, of a source that is to be read beforehand. Blocks of bzip2 are proven as they
    /// are read.
    private static Optional<ByteInput.Fault> fault(InputSource source) throws IOException {
        if (source.proof().isEmpty()) {
            return Optional.empty();
        }
        try (InputStream in = source.proof().get().open();
                ByteInput bytes = decompressed(source.displayName(), in, 0)) {
            return bytes instanceof DecompressedInput compressed && !(bytes instanceof Bzip2Input)
                    ? compressed.fault()
                    : Optional.empty();
        }
    }

    private static ByteInput decompressed(String name, InputStream stored, int restBytesMax) throws IOException {
        PushbackInputStream in = new PushbackInputStream(stored, Format.HEAD_BYTES);
        byte[] head = in.readNBytes(Format.HEAD_BYTES);
        in.unread(head);
        if (isBzip2(head)) {
            return new Bzip2Input(name, in, restBytesMax);
        }
        return startsWith(head, XZ) ? new XzInput(name, in, restBytesMax) : ByteInputs.open(name, in, restBytesMax);
    }

    /// Tests whether what begins so is compressed in a way that is read.
    static boolean isCompressed(byte[] head) {
        Format format = Format.of(head);
        return format == Format.GZIP || format == Format.ZSTD || isBzip2(head) || startsWith(head, XZ);
    }

    /// By the mark of its first block, or of its end where it has none: text may begin with the first three letters.
    private static boolean isBzip2(byte[] head) {
        boolean begins = head.length >= 10 && head[0] == 'B' && head[1] == 'Z' && head[2] == 'h' && head[3] >= '1'
                && head[3] <= '9';
        return begins && (Arrays.equals(head, 4, 10, BZIP2_BLOCK, 0, 6) || Arrays.equals(head, 4, 10, BZIP2_END, 0, 6));
    }

    static boolean isParquet(byte[] head) {
        return Format.of(head) == Format.PARQUET && ForeignFormat.isBinary(head);
    }

    private static void requireRows(InputSource source) throws IOException {
        if (source.isLive()) {
            throw new InputException(source.displayName() + " is Parquet, which is read from its end: a pipe can't be;"
                    + " name the file itself");
        }
        try (InputStream in = source.opener().open()) {
            if (!isParquet(in.readNBytes(ForeignFormat.HEAD_BYTES))) {
                throw new InputException(source.displayName() + " is Parquet that was compressed as a whole;"
                        + " decompress it first");
            }
        }
    }

    private static RecordInput rows(InputSource source, int recordBytesMax) throws IOException {
        RowFiles files = ServiceLoader.load(RowFiles.class).stream().map(ServiceLoader.Provider::get)
                .filter(each -> each.format() == Format.PARQUET).findFirst()
                .orElseThrow(() -> new InputException(
                        source.displayName() + " is Parquet, and the jar that reads it is not on the class path"));
        RangedBytes bytes = new SourceRanges(source);
        Optional<StampedFile> opened = source.file().isPresent()
                ? Optional.of(StampedFile.of(source.file().get()))
                : Optional.empty();
        long rows = files.count(source.displayName(), bytes);
        return new CountedRows(source.displayName(), opened, rows,
                files.open(source.id(), source.displayName(), bytes, recordBytesMax));
    }

    private static boolean startsWith(byte[] head, byte[] mark) {
        return head.length >= mark.length && Arrays.equals(head, 0, mark.length, mark, 0, mark.length);
    }
}
