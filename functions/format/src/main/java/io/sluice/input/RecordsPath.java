package io.sluice.input;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.sluice.jq.JqException;
import io.sluice.jq.JqProgram;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The place of records in JSON documents: the names that lead from a document to an array, whose elements are the
/// records. Written as jq 1.6 writes it, `.a.b[]`.
///
/// @param names none where the document is the array
public record RecordsPath(List<String> names) {
    /// The path of documents that are arrays.
    public static final RecordsPath DOCUMENT = new RecordsPath(List.of());

    private static final String EACH = "[]";
    private static final String KEY = "at";
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    public RecordsPath {
        names = List.copyOf(names);
    }

    /// Reads a path.
    ///
    /// @throws IllegalArgumentException when `text` is no names with one `[]` after them; the message is a clause
    ///         without a subject
    public static RecordsPath parse(String text) {
        String array = text.strip();
        if (!array.endsWith(EACH)) {
            throw fault(text);
        }
        array = array.substring(0, array.length() - EACH.length()).strip();
        return array.equals(".") ? DOCUMENT : new RecordsPath(names(array).orElseThrow(() -> fault(text)));
    }

    /// The names in a jq path, by jq's own grammar: it is the value of an object's only member.
    private static Optional<List<String>> names(String path) {
        try {
            JqProgram program = JqProgram.compile("{" + KEY + ": " + path + "}");
            return program.objectKeys().filter(keys -> keys.equals(List.of(KEY)))
                    .map(_ -> program.memberPaths().get(KEY));
        } catch (JqException e) {
            return Optional.empty();
        }
    }

    private static IllegalArgumentException fault(String text) {
        return new IllegalArgumentException("is names and, at the end, [] for each element of the array there, as in"
                + " .Records[] or .detail[\"line items\"][], not '" + text + "'");
    }

    /// The path as jq reads it.
    public String text() {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            if (IDENTIFIER.matcher(name).matches()) {
                text.append('.').append(name);
            } else {
                text.append(text.isEmpty() ? "." : "").append('[').append(quoted(name)).append(']');
            }
        }
        return (text.isEmpty() ? "." : text) + EACH;
    }

    /// The bytes that stand before the only element of the shortest document that has one at this path.
    public byte[] before() {
        StringBuilder before = new StringBuilder();
        names.forEach(name -> before.append('{').append(quoted(name)).append(':'));
        return before.append('[').toString().getBytes(StandardCharsets.UTF_8);
    }

    /// The bytes that stand after it.
    public byte[] after() {
        return ("]" + "}".repeat(names.size())).getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(String name) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(name)) + '"';
    }
}
