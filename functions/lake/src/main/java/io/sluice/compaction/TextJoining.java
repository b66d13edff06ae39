package io.sluice.compaction;

import io.sluice.audit.JoinedContent;
import io.sluice.audit.Stored;
import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.WholeObject;
import io.sluice.input.ByteInputs;
import io.sluice.input.ForeignFormat;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.source.SourceObject;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/// Joins text: records keep their bytes. Judged by readers of its own, `audit`. Safe for concurrent use.
final class TextJoining implements Joining {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int TEXT_CONTROLS = 1 << '\t' | 1 << '\n' | 1 << '\f' | 1 << '\r' | 1 << 0x1B;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] TWO_MARKS = "\uFEFF\uFEFF".getBytes(StandardCharsets.UTF_8);

    private final Compression compression;
    private final Sources sources;
    private final CompressorPool compressors = new CompressorPool();

    TextJoining(Compression compression, Sources sources) {
        this.compression = compression;
        this.sources = sources;
    }

    @Override
    public String contentEncoding() {
        return compression.contentEncoding().orElse("");
    }

    @Override
    public Tally write(Join join, Path file) throws IOException {
        JoinedContent content = new JoinedContent();
        switch (compression) {
            case UNCOMPRESSED -> {
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
                    append(join, content, out);
                }
            }
            case GZIP -> {
                try (OutputStream out = new GZIPOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES), BUFFER_BYTES)) {
                    append(join, content, out);
                }
            }
            case ZSTD -> writeFrame(join, content, file);
            default -> throw new IllegalStateException(
                    "settings of " + compression.wireName() + " are refused");
        }
        return content::difference;
    }

    @Override
    public Tally count(Join join) throws IOException {
        JoinedContent content = new JoinedContent();
        Sources.groups(join).forEach(group -> sources.fetch(group).forEach(fetched -> count(content, fetched)));
        return content::difference;
    }

    @Override
    public void requireWhole(Stored made) throws IOException {
        new JoinedContent().add(made);
    }

    /// A frame says how long its content is before it, so the content is made first.
    private void writeFrame(Join join, JoinedContent content, Path file) throws IOException {
        Path raw = Files.createTempFile("sluice-join-", ".raw");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(raw), BUFFER_BYTES)) {
                append(join, content, out);
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
                new WholeObject(compression, new UUID(0, 0), compressors).write(sink -> {
                    try (InputStream in = Files.newInputStream(raw)) {
                        byte[] buffer = new byte[BUFFER_BYTES];
                        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                            sink.append(buffer, 0, read);
                        }
                    }
                }, out);
            }
        } finally {
            Files.deleteIfExists(raw);
        }
    }

    /// The contents of all sources, each of which begins on a line of its own.
    private void append(Join join, JoinedContent content, OutputStream out) throws IOException {
        Optional<Appended> before = Optional.empty();
        for (List<SourceObject> group : Sources.groups(join)) {
            for (Fetched fetched : sources.fetch(group)) {
                count(content, fetched);
                if (before.isEmpty()) {
                    requireOneMark(fetched);
                }
                if (before.isPresent() && !before.get().endsWithLine()) {
                    out.write('\n');
                }
                Appended appended = append(fetched, out);
                requireWhole(appended, fetched);
                before = Optional.of(appended);
            }
        }
    }

    /// The properties of the text that was appended of a source.
    ///
    /// @param marked        it had a byte order mark, which was left out
    /// @param endsWithLine  nothing is to be put between it and what follows
    /// @param hasControls   it has bytes that no text has
    private record Appended(boolean marked, boolean endsWithLine, boolean hasControls) {}

    /// Refuses bytes that are no text and could not be told apart again: a line end between them and what follows would
    /// change them, and they may begin like a byte order mark.
    private void requireWhole(Appended appended, Fetched fetched) {
        if (appended.hasControls && (appended.marked || !appended.endsWithLine)) {
            throw new InputException(sources.name(fetched) + " has bytes that no text has, and does not end with a line"
                    + " end: what is joined to it could not be told from it; add the processor AppendDelimiterToRecord"
                    + " to the stream, and move the object out of the stream's prefix, and compact again");
        }
    }

    private void count(JoinedContent content, Fetched fetched) {
        requireText(fetched);
        try {
            content.add(new Stored(fetched.object().length(), fetched::read));
        } catch (IOException e) {
            throw new InputException(sources.name(fetched) + " cannot be read: " + e.getMessage()
                    + "; restore it, or move it out of the stream's prefix, and compact again");
        }
    }

    private void requireText(Fetched fetched) {
        Format format = Format.of(fetched.head());
        Optional<String> other = switch (format) {
            case TEXT -> ForeignFormat.of(fetched.head()).map(ForeignFormat::title);
            case GZIP, ZSTD -> Optional.empty();
            case PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> Optional.of(format.title());
        };
        other.ifPresent(title -> {
            throw new InputException(sources.name(fetched) + " is " + title + ", and text, gzip and zstd are"
                    + " what is joined; move it out of the stream's prefix, and compact again");
        });
    }

    /// Appends the content of an object, without a byte order mark.
    private Appended append(Fetched fetched, OutputStream out) throws IOException {
        String name = sources.name(fetched);
        byte last = '\n';
        boolean hasControls = false;
        try (PushbackInputStream in = new PushbackInputStream(ByteInputs.stream(name, fetched.stream()),
                BYTE_ORDER_MARK.length)) {
            byte[] head = in.readNBytes(BYTE_ORDER_MARK.length);
            boolean marked = Arrays.equals(head, BYTE_ORDER_MARK);
            if (!marked) {
                in.unread(head);
            }
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                hasControls = hasControls || hasControls(buffer, read);
                last = read > 0 ? buffer[read - 1] : last;
            }
            return new Appended(marked, last == '\n', hasControls);
        }
    }

    /// A second mark is content. Where it would come first, readers of what is joined would take it for its own mark.
    private void requireOneMark(Fetched fetched) throws IOException {
        String name = sources.name(fetched);
        try (InputStream in = ByteInputs.stream(name, fetched.stream())) {
            if (Arrays.equals(in.readNBytes(2 * BYTE_ORDER_MARK.length), TWO_MARKS)) {
                throw new InputException(name + " begins with two byte order marks, and would be the first of what is"
                        + " joined, where readers take the second for no content; take one away, or move the object out"
                        + " of the stream's prefix, and compact again");
            }
        }
    }

    /// Whether there is a control character that texts do not use: none of tab, line feed, form feed, carriage return
    /// and escape.
    private static boolean hasControls(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            if (bytes[i] >= 0 && bytes[i] < ' ' && (TEXT_CONTROLS >> bytes[i] & 1) == 0) {
                return true;
            }
        }
        return false;
    }
}
