package io.sluice.compaction;

import io.sluice.codec.CompressorPool;
import io.sluice.codec.WholeObject;
import io.sluice.input.ByteInputs;
import io.sluice.input.ForeignFormat;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.objects.ByteRange;
import io.sluice.objects.FileBody;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.recount.JoinedContent;
import io.sluice.recount.Stored;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.work.Workers;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/// Makes one object of many. What is made is counted against what it is made of, by readers of their own, before it is
/// published. Safe for concurrent use.
final class Joiner {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final CompactionSettings settings;
    private final SourceStore source;
    private final ObjectStore data;
    private final Workers fetchers;
    private final CompressorPool compressors = new CompressorPool();

    /// @param fetchers read objects ahead, for each join
    Joiner(CompactionSettings settings, SourceStore source, ObjectStore data, Workers fetchers) {
        this.settings = settings;
        this.source = source;
        this.data = data;
        this.fetchers = fetchers;
    }

    /// What became of a join.
    sealed interface Outcome {
        /// The object is there.
        record Written() implements Outcome {}

        /// It can be no more: one of its sources is another one by now, or gone.
        record Changed(String why) implements Outcome {}

        /// It cannot be as things are.
        record Refused(String why) implements Outcome {}
    }

    /// @throws io.sluice.objects.StoreException when a request failed; the join may be tried again
    Outcome join(Join join) {
        Optional<ObjectInfo> there = data.head(join.target());
        if (there.isPresent()) {
            return judged(join, there);
        }
        try {
            return made(join);
        } catch (SourceChangedException e) {
            return new Outcome.Changed(e.getMessage());
        } catch (InputException e) {
            return new Outcome.Refused(String.valueOf(e.getMessage()));
        }
    }

    /// Whether the object is there, and is ours.
    boolean isThere(Join join) {
        return data.head(join.target()).filter(there -> there.fingerprint().equals(join.fingerprint())).isPresent();
    }

    /// Says why what a join made cannot take the place of its sources; empty when it holds all of them. Both are read
    /// whole: a name and a fingerprint stay as they are over damage at rest. Where some sources are gone already, or
    /// are others, the object alone is read.
    Optional<String> doubt(Join join) {
        Optional<ObjectInfo> there = data.head(join.target())
                .filter(object -> object.fingerprint().equals(join.fingerprint()));
        if (there.isEmpty()) {
            return Optional.of(name(join.target()) + " is gone");
        }
        Stored made = new Stored(there.get().length(),
                (offset, length) -> data.get(join.target(), new ByteRange(offset, length)));
        try {
            return difference(join, made).map(difference -> name(join.target()) + ": " + difference);
        } catch (IOException e) {
            return Optional.of(name(join.target()) + " cannot be read: " + e.getMessage());
        }
    }

    private Optional<String> difference(Join join, Stored made) throws IOException {
        JoinedContent content = new JoinedContent();
        try {
            for (List<SourceObject> wave : waves(join.sources())) {
                fetchers.map(wave, object -> Fetched.of(source, object)).forEach(each -> count(content, each));
            }
        } catch (SourceChangedException e) {
            new JoinedContent().add(made);
            return Optional.empty();
        }
        return content.difference(made);
    }

    private static Outcome judged(Join join, Optional<ObjectInfo> there) {
        return there.filter(object -> object.fingerprint().equals(join.fingerprint())).isPresent()
                ? new Outcome.Written()
                : new Outcome.Refused("an object that is no compaction's is at " + join.target()
                        + "; move it away, and compact again");
    }

    private Outcome made(Join join) {
        try {
            Path file = Files.createTempFile("sluice-join-", ".tmp");
            try {
                JoinedContent content = write(join, file);
                Optional<String> difference = content.difference(Stored.file(file));
                if (difference.isPresent()) {
                    return new Outcome.Refused("what is made for " + join.target() + " is not what it is made of: "
                            + difference.get() + "; nothing is published, please report this");
                }
                ObjectStore.Created created = data.create(join.target(), FileBody.of(file), new ObjectAttributes(
                        settings.compression().contentEncoding().orElse(""), join.fingerprint()));
                return switch (created) {
                    case CREATED -> new Outcome.Written();
                    case EXISTED -> judged(join, data.head(join.target()));
                };
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("making " + join.target() + " in a temporary file", e);
        }
    }

    private JoinedContent write(Join join, Path file) throws IOException {
        JoinedContent content = new JoinedContent();
        switch (settings.compression()) {
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
                    "settings of " + settings.compression().wireName() + " are refused");
        }
        return content;
    }

    /// A frame says how long its content is before it, so the content is made first.
    private void writeFrame(Join join, JoinedContent content, Path file) throws IOException {
        Path raw = Files.createTempFile("sluice-join-", ".raw");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(raw), BUFFER_BYTES)) {
                append(join, content, out);
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
                new WholeObject(settings.compression(), new UUID(0, 0), compressors).write(sink -> {
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
        for (List<SourceObject> wave : waves(join.sources())) {
            for (Fetched fetched : fetchers.map(wave, object -> Fetched.of(source, object))) {
                count(content, fetched);
                if (last != '\n') {
                    out.write('\n');
                }
                last = append(fetched, out);
            }
        }
    }

    /// Sources that are fetched side by side: as many bytes of them as the first bytes of one may be.
    private static List<List<SourceObject>> waves(List<SourceObject> sources) {
        List<List<SourceObject>> waves = new ArrayList<>();
        long bytes = Fetched.HEAD_BYTES;
        for (SourceObject object : sources) {
            bytes += object.length();
            if (bytes > Fetched.HEAD_BYTES) {
                waves.add(new ArrayList<>());
                bytes = object.length();
            }
            waves.getLast().add(object);
        }
        return waves;
    }

    private void count(JoinedContent content, Fetched fetched) {
        requireText(fetched);
        try {
            content.add(new Stored(fetched.object().length(), fetched::read));
        } catch (IOException e) {
            throw new InputException(name(fetched.object().key()) + " cannot be read: " + e.getMessage()
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
            throw new InputException(name(fetched.object().key()) + " is " + title + ", and text, gzip and zstd are"
                    + " what is joined; move it out of the stream's prefix, and compact again");
        });
    }

    private String name(ObjectKey key) {
        return "s3://" + settings.bucket() + "/" + key;
    }

    /// Appends the content of an object, without a byte order mark.
    ///
    /// @return its last byte; a line end when there is none
    private byte append(Fetched fetched, OutputStream out) throws IOException {
        String name = name(fetched.object().key());
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
