package io.sluice.compaction;

import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.WholeObject;
import io.sluice.input.ByteInputs;
import io.sluice.input.ForeignFormat;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.recount.JoinedContent;
import io.sluice.recount.Stored;
import io.sluice.source.SourceObject;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/// Joins text: records keep their bytes. Judged by readers of its own, `recount`. Safe for concurrent use.
final class TextJoining implements Joining {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

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
            case ZIP, SNAPPY, HADOOP_SNAPPY -> throw new IllegalStateException(
                    "settings of " + compression.wireName() + " are refused");
        }
        return content::difference;
    }

    @Override
    public Tally count(Join join) throws IOException {
        JoinedContent content = new JoinedContent();
        Sources.waves(join).forEach(wave -> sources.fetch(wave).forEach(fetched -> count(content, fetched)));
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
        byte last = '\n';
        for (List<SourceObject> wave : Sources.waves(join)) {
            for (Fetched fetched : sources.fetch(wave)) {
                count(content, fetched);
                if (last != '\n') {
                    out.write('\n');
                }
                last = append(fetched, out);
            }
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
    ///
    /// @return its last byte; a line end when there is none
    private byte append(Fetched fetched, OutputStream out) throws IOException {
        String name = sources.name(fetched);
        byte last = '\n';
        try (PushbackInputStream in = new PushbackInputStream(ByteInputs.stream(name, fetched.stream()),
                BYTE_ORDER_MARK.length)) {
            byte[] head = in.readNBytes(BYTE_ORDER_MARK.length);
            if (!Arrays.equals(head, BYTE_ORDER_MARK)) {
                in.unread(head);
            }
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                last = read > 0 ? buffer[read - 1] : last;
            }
        }
        return last;
    }
}
