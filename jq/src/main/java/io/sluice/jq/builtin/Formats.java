package io.sluice.jq.builtin;

import io.sluice.jq.eval.Machine;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import io.sluice.jq.value.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The formats after `@`: `@text @json @csv @tsv @html @uri @sh @base64 @base64d`.
final class Formats {
    private static final String UNRESERVED = "-_.!~*'()";
    private static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final String HEX = "0123456789ABCDEF";

    private Formats() {}

    static JqValue format(Machine machine, JqValue in, JqValue format) {
        if (!(format instanceof JqString(String name))) {
            throw JqError.type(format, "is not a valid format");
        }
        return switch (JqString.upToNul(name)) {
            case "json" -> ConversionFunctions.json(machine, in);
            case "text" -> ConversionFunctions.text(machine, in);
            case "csv" -> counted(machine, row(in, "csv", ","));
            case "tsv" -> counted(machine, row(in, "tsv", "\t"));
            case "html" -> counted(machine, html(ConversionFunctions.text(machine, in).value()));
            case "uri" -> counted(machine, uri(ConversionFunctions.text(machine, in).value()));
            case "sh" -> counted(machine, shell(in));
            case "base64" -> counted(machine, Base64.getEncoder()
                    .encodeToString(ConversionFunctions.text(machine, in).value().getBytes(StandardCharsets.UTF_8)));
            case "base64d" -> counted(machine, decode(ConversionFunctions.text(machine, in)));
            default -> throw new JqError(name + " is not a valid format");
        };
    }

    private static JqString counted(Machine machine, String text) {
        machine.allocate(2L * text.length());
        return JqString.of(text);
    }

    private static String row(JqValue in, String format, String separator) {
        if (!(in instanceof JqArray array)) {
            throw JqError.type(in, "cannot be " + format + "-formatted, only array");
        }
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < array.size(); i++) {
            row.append(i > 0 ? separator : "");
            switch (array.at(i)) {
                case JqNull _ -> {
                }
                case JqNumber(double number) when Double.isNaN(number) -> {
                }
                case JqNumber number -> row.append(JsonWriter.text(number));
                case JqBoolean truth -> row.append(JsonWriter.text(truth));
                case JqString(String text) when format.equals("csv") ->
                    row.append('"').append(text.replace("\"", "\"\"").replace("\0", "\\0")).append('"');
                case JqString(String text) -> row.append(text.replace("\\", "\\\\").replace("\t", "\\t")
                        .replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0"));
                case JqArray _,JqObject _ -> throw JqError.type(array.at(i), "is not valid in a csv row");
            }
        }
        return row.toString();
    }

    private static String html(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&apos;")
                .replace("\"", "&quot;").replace("\0", "\\0");
    }

    private static String uri(String text) {
        StringBuilder uri = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                    || UNRESERVED.indexOf(c) >= 0;
            if (plain) {
                uri.append(c);
            } else {
                uri.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return uri.toString();
    }

    private static String shell(JqValue in) {
        JqArray words = in instanceof JqArray array ? array : JqArray.of(in);
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            line.append(i > 0 ? " " : "");
            switch (words.at(i)) {
                case JqString(String text) ->
                    line.append('\'').append(text.replace("'", "'\\''").replace("\0", "\\0")).append('\'');
                case JqArray _,JqObject _ -> throw JqError.type(words.at(i), "can not be escaped for shell");
                default -> line.append(JsonWriter.text(words.at(i)));
            }
        }
        return line.toString();
    }

    /// jq's decoder: stops at the first `=`, takes groups that are not full, and replaces ill-formed UTF-8.
    private static String decode(JqString in) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String text = in.value();
        int padding = text.indexOf('=');
        int end = padding < 0 ? text.length() : padding;
        int code = 0;
        int read = 0;
        for (int i = 0; i < end; i++) {
            int sextet = BASE64.indexOf(text.charAt(i));
            if (sextet < 0) {
                throw JqError.type(in, "is not valid base64 data");
            }
            code = code << 6 | sextet;
            if (++read == 4) {
                bytes.write(code >> 16);
                bytes.write(code >> 8);
                bytes.write(code);
                read = 0;
                code = 0;
            }
        }
        if (read == 1) {
            throw JqError.type(in, "trailing base64 byte found");
        }
        if (read >= 2) {
            bytes.write(read == 3 ? code >> 10 : code >> 4);
        }
        if (read == 3) {
            bytes.write(code >> 2);
        }
        byte[] decoded = bytes.toByteArray();
        return Utf8.text(decoded, 0, decoded.length);
    }
}
