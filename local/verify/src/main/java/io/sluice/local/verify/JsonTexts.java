package io.sluice.local.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.HexFormat;

/// Texts and numbers as JSON.
final class JsonTexts {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final JsonFactory JSON = JsonFactory.builder().streamReadConstraints(
            StreamReadConstraints.builder().maxNumberLength(Integer.MAX_VALUE).build()).build();

    private JsonTexts() {}

    static void append(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\t' -> json.append("\\t");
                case '\n' -> json.append("\\n");
                case '\f' -> json.append("\\f");
                case '\r' -> json.append("\\r");
                default -> {
                    if (c < ' ') {
                        json.append("\\u").append(HEX.toHexDigits((short) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }

    /// Tests whether the whole of `text` is one number of JSON.
    static boolean isNumber(String text) {
        try (JsonParser json = JSON.createParser(text)) {
            return json.nextToken() != null && json.currentToken().isNumeric() && text.equals(json.getText())
                    && json.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
