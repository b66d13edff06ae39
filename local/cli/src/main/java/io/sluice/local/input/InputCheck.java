package io.sluice.local.input;

import io.sluice.input.InputException;
import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Looks at the beginning of each input before anything is begun.
public final class InputCheck {
    private static final int SHOWN_MAX = 3;
    private static final int HINT_BYTES = 16 * 1024;
    private static final int REST_BYTES_MAX = 1 << 20;

    private InputCheck() {}

    /// @param hints takes sentences about texts that look like what `reading` does not take them for
    /// @throws InputException naming every input that nothing here reads, and what each is
    public static void require(List<InputSource> sources, Reading reading, Consumer<String> hints) {
        StringBuilder refused = new StringBuilder();
        int count = 0;
        boolean hinted = false;
        for (InputSource source : sources) {
            if (source.isLive()) {
                continue;
            }
            byte[] head = head(source);
            String what = Contents.isParquet(head)
                    ? ""
                    : ForeignContent.of(head).map(foreign -> foreign.refusal(source.displayName())).orElse("");
            if (!what.isEmpty() && count++ < SHOWN_MAX) {
                refused.append(refused.isEmpty() ? "" : ". ").append(source.displayName()).append(" is ").append(what);
            }
            if (what.isEmpty() && !Contents.isParquet(head) && !hinted) {
                Optional<String> hint = TextHint.of(head, reading);
                hint.ifPresent(sentence -> hints.accept(source.displayName() + " " + sentence));
                hinted = hint.isPresent();
            }
        }
        if (count > 0) {
            throw new InputException(refused + (count > SHOWN_MAX
                    ? ". And " + (count - SHOWN_MAX) + " more are not read"
                    : ""));
        }
    }

    /// Tests whether `source` is Parquet.
    public static boolean isParquet(InputSource source) {
        return Contents.isParquet(head(source));
    }

    /// Tests whether `text` is UTF-8, but for a last character that is cut.
    public static boolean isUtf8(byte[] text) {
        return !StandardCharsets.UTF_8.newDecoder()
                .decode(ByteBuffer.wrap(text), CharBuffer.allocate(text.length), false).isError();
    }

    /// Returns a sentence about the first of `sources` that begins with a JSON document of several lines; empty where
    /// there is none.
    public static Optional<String> severalLines(List<InputSource> sources) {
        return sources.stream().filter(source -> !source.isLive() && TextHint.isPretty(head(source))).findFirst()
                .map(source -> source.displayName() + " begins with a JSON document of several lines, and documents are"
                        + " delivered as they are, while tables are read line by line; set Sluice.Transformer to"
                        + " json-lines");
    }

    /// Returns the way in which `sources` look as if they were to be read, where that is not as records; by the first
    /// of them.
    public static Optional<Reading> guess(List<InputSource> sources) {
        if (sources.isEmpty() || sources.getFirst().isLive()) {
            return Optional.empty();
        }
        byte[] head = head(sources.getFirst());
        return Contents.isParquet(head) ? Optional.empty() : TextHint.reading(head);
    }

    /// Returns the form of lines that the first of `sources` begins with.
    public static Optional<String> lineForm(List<InputSource> sources) {
        return sources.isEmpty() || sources.getFirst().isLive()
                ? Optional.empty()
                : TextHint.lineForm(head(sources.getFirst()));
    }

    private static byte[] head(InputSource source) {
        try (HeadedInput in = Contents.bytes(source, REST_BYTES_MAX)) {
            byte[] head = new byte[HINT_BYTES];
            int length = 0;
            while (length < head.length) {
                int read = in.read(head, length, head.length - length);
                if (read < 0) {
                    break;
                }
                length += read;
            }
            return Arrays.copyOf(head, length);
        } catch (IOException e) {
            throw new InputException(source.displayName() + " can't be read: " + e.getMessage(), e);
        }
    }
}
