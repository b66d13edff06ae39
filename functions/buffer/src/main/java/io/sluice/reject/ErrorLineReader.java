package io.sluice.reject;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Reads an error object line by line, whoever wrote it and when: Firehose's own over the years differ in the order of
/// the fields, in `lambdaArn` or `lambdaARN`, in numbers or texts.
///
/// A line that cannot be read costs that line. Memory is bounded by the longest line. One instance reads one object and
/// belongs to one thread; the stream is not closed.
///
/// Source: Amazon Data Firehose Developer Guide, "Data transformation failure handling" and "Record format conversion
/// error handling"; captures of the service from 2019 to 2026.
public final class ErrorLineReader {
    /// The content of a line.
    public sealed interface Entry {
        /// An error record.
        record Found(ErrorLine line) implements Entry {}

        /// Something else.
        ///
        /// @param number the line's number, from 1
        /// @param cause  a sentence without a full stop and without any of the record's bytes
        record Unreadable(long number, String cause) implements Entry {}
    }

    /// Longest line that is read, in bytes: more than the longest document of an object, 32 MiB, takes up as base64.
    public static final int LINE_BYTES_MAX = 64 * 1024 * 1024;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(LINE_BYTES_MAX).build()).build();

    private final String object;
    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long number;

    /// @param object the error object's name, for record ids: its key
    /// @param in     its content, decompressed
    public ErrorLineReader(String object, InputStream in) {
        this.object = object;
        this.in = new BufferedInputStream(in, 64 * 1024);
    }

    /// The next line that is not blank; empty at the end of the object.
    ///
    /// @throws IOException what reading throws
    public Optional<Entry> next() throws IOException {
        while (nextLine()) {
            number++;
            if (line.size() > LINE_BYTES_MAX) {
                return Optional
                        .of(new Entry.Unreadable(number, "The line is longer than " + LINE_BYTES_MAX + " bytes"));
            }
            byte[] text = line.toByteArray();
            if (!isBlank(text)) {
                return Optional.of(parse(text));
            }
        }
        return Optional.empty();
    }

    /// Takes in a line without its line feed, and not more of it than is needed to know that it is too long.
    private boolean nextLine() throws IOException {
        line.reset();
        int next = in.read();
        if (next < 0) {
            return false;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() <= LINE_BYTES_MAX) {
                line.write(next);
            }
        }
        return true;
    }

    private Entry parse(byte[] text) {
        ErrorLineFields fields = new ErrorLineFields();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return new Entry.Unreadable(number, "The line is no JSON object");
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                fields.take(name, parser);
            }
            if (parser.nextToken() != null) {
                return new Entry.Unreadable(number, "There is something behind the line's closing brace");
            }
            return new Entry.Found(fields.toLine(object + "#" + number));
        } catch (JsonProcessingException e) {
            return new Entry.Unreadable(number, "The line is not valid JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            return new Entry.Unreadable(number, "The line is not valid UTF-8 text");
        } catch (IllegalArgumentException e) {
            return new Entry.Unreadable(number, String.valueOf(e.getMessage()));
        }
    }

    private static boolean isBlank(byte[] text) {
        for (byte b : text) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
