package io.sluice.local.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.input.RecordsPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Sees where documents at the beginning of a text have nearly all of their bytes in one array of objects, as
/// CloudTrail's `Records` and GeoJSON's `features`. A guess. Not for use by several threads.
final class ArrayHint {
    private static final int DEPTH_MAX = 3;
    /// The share of a document, in percent, that is nearly all of it.
    private static final int SHARE_MIN = 90;
    /// The same where documents are few or have many elements.
    private static final int LESSER_SHARE_MIN = 75;
    private static final int ELEMENTS_MIN = 5;
    /// The most bytes of a token that the end of the head makes none, as of `fals`.
    private static final int CUT_BYTES_MAX = 8;
    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] head;
    private final JsonParser json;
    private final List<String> names = new ArrayList<>();
    private final Set<RecordsPath> paths = new HashSet<>();
    private long documents;
    private long elements;
    private long arrayBytes;
    private long documentBytes;
    /// The largest array of the document.
    private Optional<Found> largest = Optional.empty();

    private record Found(RecordsPath path, long bytes, long elements) {}

    private ArrayHint(byte[] head) throws IOException {
        this.head = head;
        this.json = JSON.createParser(head);
    }

    /// The path of the arrays; empty where there are none, or `head` is no JSON documents.
    ///
    /// @param head the first bytes, which may end anywhere
    static Optional<RecordsPath> of(byte[] head) {
        try {
            return new ArrayHint(head).find();
        } catch (IOException e) {
            // What is no JSON has no arrays.
            return Optional.empty();
        }
    }

    private Optional<RecordsPath> find() throws IOException {
        boolean whole = true;
        for (JsonToken token = json.nextToken(); token != null && whole; token = whole ? json.nextToken() : null) {
            if (token != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            long start = json.currentTokenLocation().getByteOffset();
            largest = Optional.empty();
            whole = document();
            if (largest.isEmpty()) {
                return whole || documents == 0 ? Optional.empty() : decided();
            }
            documents++;
            documentBytes += (whole ? json.currentLocation().getByteOffset() : head.length) - start;
            arrayBytes += largest.get().bytes;
            elements += largest.get().elements;
            paths.add(largest.get().path);
        }
        return decided();
    }

    private Optional<RecordsPath> decided() {
        boolean many = documents == 1 || elements >= ELEMENTS_MIN * documents;
        boolean most = arrayBytes * 100 >= documentBytes * (many ? LESSER_SHARE_MIN : SHARE_MIN);
        return paths.size() == 1 && most ? Optional.of(paths.iterator().next()) : Optional.empty();
    }

    /// Reads over an object and looks at its arrays; false where the head ends in it.
    private boolean document() throws IOException {
        try {
            members();
            return true;
        } catch (JsonProcessingException e) {
            if (e.getLocation().getByteOffset() < head.length - CUT_BYTES_MAX) {
                throw e;
            }
            // The head ends here; what was seen of the document counts.
            return false;
        }
    }

    private void members() throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            names.add(json.currentName());
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_OBJECT && names.size() < DEPTH_MAX) {
                members();
            } else if (value == JsonToken.START_ARRAY) {
                array();
            } else {
                json.skipChildren();
            }
            names.removeLast();
        }
    }

    private void array() throws IOException {
        long start = json.currentTokenLocation().getByteOffset();
        long count = 0;
        long end = head.length;
        try {
            for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
                if (token != JsonToken.START_OBJECT) {
                    json.skipChildren();
                    count = Long.MIN_VALUE;
                }
                count++;
                json.skipChildren();
            }
            end = json.currentLocation().getByteOffset();
        } finally {
            Found found = new Found(new RecordsPath(names), end - start, count);
            if (count > 0 && largest.filter(other -> other.bytes >= found.bytes).isEmpty()) {
                largest = Optional.of(found);
            }
        }
    }
}
