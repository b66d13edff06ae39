package io.sluice.local.cli;

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
import java.util.Locale;

/// A configuration as it was written: JSON, or YAML as `aws firehose create-delivery-stream --cli-input-yaml` takes it.
///
/// @param bytes  as they were read
/// @param json   the same as JSON; of JSON, the bytes themselves
/// @param isYaml what they are
record ConfigurationText(byte[] bytes, byte[] json, boolean isYaml) {
    private static final YAMLFactory YAML = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    private static final int BYTE_ORDER_MARK_BYTES = 3;

    /// YAML where the name ends in `.yaml` or `.yml`, or has no ending and the text begins with no brace.
    ///
    /// @param name what the user calls it
    /// @throws UsageException when it is YAML that is broken, or that JSON can't express
    static ConfigurationText of(String name, byte[] bytes) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean yaml = lower.endsWith(".yaml") || lower.endsWith(".yml")
                || (name.equals(ConfigurationFile.STANDARD_INPUT) && bytes.length > 0 && !beginsAsJson(bytes));
        return new ConfigurationText(bytes, yaml ? json(name, bytes) : bytes, yaml);
    }

    /// A parser over the text as it was written, which tells lines and columns.
    JsonParser parser() throws IOException {
        return isYaml ? YAML.createParser(bytes) : new ObjectMapper().createParser(bytes);
    }

    private static boolean beginsAsJson(byte[] bytes) {
        int at = bytes.length >= BYTE_ORDER_MARK_BYTES && bytes[0] == (byte) 0xEF ? BYTE_ORDER_MARK_BYTES : 0;
        while (at < bytes.length && " \t\r\n".indexOf(bytes[at]) >= 0) {
            at++;
        }
        return at == bytes.length || bytes[at] == '{' || bytes[at] == '[';
    }

    private static byte[] json(String name, byte[] yaml) {
        var json = new ByteArrayOutputStream();
        try (YAMLParser parser = YAML.createParser(yaml); JsonGenerator to = new ObjectMapper().createGenerator(json)) {
            if (parser.nextToken() == null) {
                return new byte[0];
            }
            copy(name, parser, to);
            if (parser.nextToken() != null) {
                throw refused(name, parser, "a second document begins; keep one");
            }
        } catch (JsonEOFException e) {
            throw new UsageException("The configuration " + name + " is no YAML: it ends too early");
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new UsageException("The configuration " + name + " is no YAML"
                    + (at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr()) + ": "
                    + e.getOriginalMessage().lines().findFirst().orElse("")
                    + "; what is there twice is to go, and texts with ! : { or # need quotes");
        } catch (IOException e) {
            throw new UsageException("The configuration " + name + " is no YAML: " + e.getMessage());
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
        return new UsageException("The configuration " + name + ", line " + parser.currentTokenLocation().getLineNr()
                + ", column " + parser.currentTokenLocation().getColumnNr() + ": " + why);
    }
}
