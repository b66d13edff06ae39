package io.sluice.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/// Counts the records of a text line by line: a line that begins with a bracket is as many as it has JSON objects and
/// arrays, any other one that is not blank is one. Not safe for use by several threads.
///
/// JSON is parsed by Jackson, of which the structure matters alone, so that any byte may be in a string. A line that
/// begins with a bracket and is not JSON says nothing for certain: then the count is not told.
final class RecordLines {
    private static final int LINE_BYTES_MAX = 64 << 20;
    private static final int SHORT_LINE_BYTES = 4 << 10;
    private static final JsonFactory JSON = JsonFactory.builder().enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE).maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE).build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES).disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final char[] characters = new char[SHORT_LINE_BYTES];
    private long records;
    private boolean told = true;

    void add(byte[] data, int from, int to) {
        int start = from;
        for (int i = from; told && i < to; i++) {
            if (data[i] == '\n') {
                line.write(data, start, i - start);
                endLine();
                start = i + 1;
            }
        }
        if (told) {
            line.write(data, start, to - start);
            told = line.size() <= LINE_BYTES_MAX;
        }
    }

    /// Returns the number of records, once all of the text was added; empty when lines do not tell.
    OptionalLong end() {
        if (told) {
            endLine();
        }
        return told ? OptionalLong.of(records) : OptionalLong.empty();
    }

    private void endLine() {
        byte[] text = line.toByteArray();
        line.reset();
        int first = 0;
        while (first < text.length && Content.isWhiteSpace(text[first])) {
            first++;
        }
        if (first == text.length) {
            return;
        }
        if (text[first] != '{' && text[first] != '[') {
            records++;
            return;
        }
        OptionalLong documents = documents(text);
        told = documents.isPresent();
        records += documents.orElse(0);
    }

    /// Returns the number of JSON objects and arrays that a line is made of; empty when it has anything else.
    private OptionalLong documents(byte[] text) {
        long documents = 0;
        try (JsonParser parser = parser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
                    return OptionalLong.empty();
                }
                parser.skipChildren();
                documents++;
            }
            return OptionalLong.of(documents);
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /// Each byte is a character of its own, since only the ASCII ones are structure. A parser that reads a stream has
    /// buffers to be made for each line, so only long lines are worth one.
    private JsonParser parser(byte[] text) throws IOException {
        if (text.length > characters.length) {
            return JSON.createParser(
                    new InputStreamReader(new ByteArrayInputStream(text), StandardCharsets.ISO_8859_1));
        }
        for (int i = 0; i < text.length; i++) {
            characters[i] = (char) (text[i] & 0xFF);
        }
        return JSON.createParser(characters, 0, text.length);
    }
}
