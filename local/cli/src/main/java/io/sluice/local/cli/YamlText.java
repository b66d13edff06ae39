package io.sluice.local.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.sluice.local.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// Reads configurations, and other files, in YAML, and writes templates. A class of its own, so that nobody loads a
/// parser of YAML for JSON.
final class YamlText {
    private static final YAMLFactory YAML = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    private static final JsonFactory JSON = new JsonFactory();

    private YamlText() {}

    /// A parser that tells lines and columns of the YAML.
    static JsonParser parser(byte[] yaml) throws IOException {
        return YAML.createParser(yaml);
    }

    /// The YAML that stands for `json`.
    static String of(String json) {
        try {
            return new ObjectMapper(YAML).writeValueAsString(new ObjectMapper(JSON).readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("JSON of our own is none", e);
        }
    }

    /// The JSON that `yaml` stands for; empty when it holds nothing.
    ///
    /// @param name what the user calls it
    /// @throws UsageException when it is broken, or JSON can't express it
    static byte[] json(String name, byte[] yaml) {
        var json = new ByteArrayOutputStream();
        try (YAMLParser parser = YAML.createParser(yaml); JsonGenerator to = JSON.createGenerator(json)) {
            if (parser.nextToken() == null) {
                return new byte[0];
            }
            copy(name, parser, to);
            if (parser.nextToken() != null) {
                throw refused(name, parser, "a second document begins; keep one");
            }
        } catch (JsonEOFException e) {
            throw new UsageException("The file " + name + " is no YAML: it ends too early");
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new UsageException("The file " + name + " is no YAML"
                    + (at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr()) + ": "
                    + e.getOriginalMessage().lines().findFirst().orElse("")
                    + "; remove repeated keys and quote texts with ! : { or #");
        } catch (IOException e) {
            throw new UsageException("The file " + name + " is no YAML: " + e.getMessage());
        }
        return json.toByteArray();
    }

    /// Copies the document at `parser`, token by token.
    private static void copy(String name, YAMLParser parser, JsonGenerator to) throws IOException {
        int depth = 0;
        do {
            if (parser.isCurrentAlias()) {
                throw refused(name, parser,
                        "aliases are not read; write out what *" + parser.getText() + " stands for");
            }
            Object tag = parser.getTypeId();
            if (tag != null) {
                throw refused(name, parser, "the tag !" + tag + " is not read; a text that begins with ! needs quotes");
            }
            JsonToken token = parser.currentToken();
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            to.copyCurrentEvent(parser);
        } while (depth > 0 && parser.nextToken() != null);
    }

    private static UsageException refused(String name, JsonParser parser, String why) {
        return new UsageException("The file " + name + ", line " + parser.currentTokenLocation().getLineNr()
                + ", column " + parser.currentTokenLocation().getColumnNr() + ": " + why);
    }
}
