package io.sluice.local.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.util.Locale;

/// A configuration as it was written: JSON, or YAML as `aws firehose create-delivery-stream --cli-input-yaml` takes it.
///
/// @param bytes  as they were read
/// @param json   the same as JSON; of JSON, the bytes themselves
/// @param isYaml what they are
record ConfigurationText(byte[] bytes, byte[] json, boolean isYaml) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int BYTE_ORDER_MARK_BYTES = 3;

    /// YAML where the name ends in `.yaml` or `.yml`, or has no ending and the text begins with no brace.
    ///
    /// @param name what the user calls it
    /// @throws UsageException when it is YAML that is broken, or that JSON can't express
    static ConfigurationText of(String name, byte[] bytes) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean yaml = lower.endsWith(".yaml") || lower.endsWith(".yml")
                || (name.equals(ConfigurationFile.STANDARD_INPUT) && bytes.length > 0 && !beginsAsJson(bytes));
        return new ConfigurationText(bytes, yaml ? YamlText.json(name, bytes) : bytes, yaml);
    }

    /// A parser over the text as it was written, which tells lines and columns.
    JsonParser parser() throws IOException {
        return isYaml ? YamlText.parser(bytes) : JSON.createParser(bytes);
    }

    private static boolean beginsAsJson(byte[] bytes) {
        int at = bytes.length >= BYTE_ORDER_MARK_BYTES && bytes[0] == (byte) 0xEF ? BYTE_ORDER_MARK_BYTES : 0;
        while (at < bytes.length && " \t\r\n".indexOf(bytes[at]) >= 0) {
            at++;
        }
        return at == bytes.length || bytes[at] == '{' || bytes[at] == '[';
    }
}
