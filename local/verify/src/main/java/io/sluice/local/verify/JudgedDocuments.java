package io.sluice.local.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The records in documents as `Sluice.RecordsAt` has them. For any thread.
final class JudgedDocuments {
    /// The longest document.
    static final int BYTES_MAX = 32 << 20;

    private static final int DEPTH_MAX = 200;
    /// The first byte of a byte order mark, behind which the parser counts bytes anew.
    private static final byte MARK = (byte) 0xEF;
    private static final JsonFactory JSON = JsonFactory.builder().streamReadConstraints(StreamReadConstraints.builder()
            .maxNestingDepth(DEPTH_MAX).maxStringLength(BYTES_MAX).maxNumberLength(BYTES_MAX).build()).build();
    private static final ObjectMapper TEXTS = new ObjectMapper();
    private static final Pattern STEP = Pattern
            .compile("\\G(?:\\.([A-Za-z_][A-Za-z0-9_]*)|\\.?\\[?(\"(?:[^\"\\\\]|\\\\.)*\")\\]?)");

    private final List<String> path;
    private final Set<String> parent;

    private JudgedDocuments(List<String> path, Set<String> parent) {
        this.path = List.copyOf(path);
        this.parent = Set.copyOf(parent);
    }

    /// Empty where there are none, or the path is written in a way that is not known here.
    ///
    /// @param section `RecordsAt`
    static Optional<JudgedDocuments> read(JsonNode section) throws IOException {
        if (!section.isObject()) {
            return Optional.empty();
        }
        String text = section.path("Path").asText().strip();
        Set<String> parent = new HashSet<>();
        section.path("Parent").forEach(name -> parent.add(name.asText()));
        List<String> path = new ArrayList<>();
        Matcher step = STEP.matcher(text);
        int end = 0;
        while (step.find()) {
            path.add(step.group(1) == null ? TEXTS.readValue(step.group(2), String.class) : step.group(1));
            end = step.end();
        }
        String rest = text.substring(end);
        return rest.equals("[]") || text.equals(".[]")
                ? Optional.of(new JudgedDocuments(path, parent))
                : Optional.empty();
    }

    /// The records of a source record, document by document. Empty where one has no array, or is none: only the
    /// stream's own steps know what becomes of it.
    Optional<List<List<byte[]>>> of(byte[] record) {
        if (record.length > 0 && record[0] == MARK) {
            return Optional.empty();
        }
        List<List<byte[]>> documents = new ArrayList<>();
        try (JsonParser json = JSON.createParser(record)) {
            while (json.nextToken() != null) {
                Optional<List<byte[]>> elements = new Document(json, record).elements();
                if (elements.isEmpty()) {
                    return Optional.empty();
                }
                documents.add(elements.get());
            }
            return documents.isEmpty() ? Optional.empty() : Optional.of(documents);
        } catch (IOException e) {
            // It is no JSON, for which the stream has a reason of its own.
            return Optional.empty();
        }
    }

    /// The bytes that an error record has of a record: the shortest document with it.
    byte[] alone(byte[] record) {
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        for (String name : path) {
            StringBuilder head = new StringBuilder("{");
            JsonTexts.append(head, name);
            document.writeBytes(head.append(':').toString().getBytes(StandardCharsets.UTF_8));
        }
        document.write('[');
        document.writeBytes(record);
        document.write(']');
        document.writeBytes("}".repeat(path.size()).getBytes(StandardCharsets.UTF_8));
        return document.toByteArray();
    }

    /// One document, whose first token is read.
    private final class Document {
        private final JsonParser json;
        private final byte[] bytes;
        private final Map<String, byte[]> members = new LinkedHashMap<>();
        private final List<byte[]> elements = new ArrayList<>();
        private final List<Boolean> objects = new ArrayList<>();
        private int arrays;

        Document(JsonParser json, byte[] bytes) {
            this.json = json;
            this.bytes = bytes;
        }

        Optional<List<byte[]>> elements() throws IOException {
            if (path.isEmpty() && json.currentToken() == JsonToken.START_ARRAY) {
                array();
            } else if (!path.isEmpty() && json.currentToken() == JsonToken.START_OBJECT) {
                members(0);
            } else {
                return Optional.empty();
            }
            if (arrays != 1) {
                return Optional.empty();
            }
            for (int i = 0; i < elements.size(); i++) {
                if (objects.get(i) && !members.isEmpty()) {
                    elements.set(i, joined(elements.get(i)));
                }
            }
            return Optional.of(elements);
        }

        private void members(int depth) throws IOException {
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                boolean leads = name.equals(path.get(depth));
                boolean last = depth == path.size() - 1;
                JsonToken value = json.nextToken();
                if (leads && last && value == JsonToken.START_ARRAY) {
                    array();
                } else if (leads && !last && value == JsonToken.START_OBJECT) {
                    members(depth + 1);
                } else {
                    byte[] text = value();
                    if (depth == 0 && parent.contains(name)) {
                        members.put(name, ValueBytes.line(text));
                    }
                }
            }
        }

        private void array() throws IOException {
            arrays++;
            while (json.nextToken() != JsonToken.END_ARRAY) {
                objects.add(json.currentToken() == JsonToken.START_OBJECT);
                elements.add(ValueBytes.line(value()));
            }
        }

        /// The bytes of the value whose first token is read.
        private byte[] value() throws IOException {
            int start = Math.toIntExact(json.currentTokenLocation().getByteOffset());
            if (json.currentToken().isScalarValue()) {
                json.getText();
            } else {
                json.skipChildren();
            }
            int end = Math.toIntExact(json.currentLocation().getByteOffset());
            while (end > start && json.currentToken().isNumeric() && "0123456789".indexOf(bytes[end - 1]) < 0) {
                end--;
            }
            return Arrays.copyOfRange(bytes, start, end);
        }

        /// An element with the members of the document that it has not itself.
        private byte[] joined(byte[] element) throws IOException {
            Set<String> own = new HashSet<>();
            try (JsonParser object = JSON.createParser(element)) {
                object.nextToken();
                while (object.nextToken() != JsonToken.END_OBJECT) {
                    own.add(object.currentName());
                    object.nextToken();
                    object.skipChildren();
                }
            }
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.write(element, 0, element.length - 1);
            boolean comma = !own.isEmpty();
            for (Map.Entry<String, byte[]> member : members.entrySet()) {
                if (own.contains(member.getKey())) {
                    continue;
                }
                StringBuilder name = new StringBuilder(comma ? "," : "");
                JsonTexts.append(name, member.getKey());
                whole.writeBytes(name.append(':').toString().getBytes(StandardCharsets.UTF_8));
                whole.writeBytes(member.getValue());
                comma = true;
            }
            whole.write('}');
            return whole.toByteArray();
        }
    }
}
