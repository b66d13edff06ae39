package io.sluice.deaggregate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The ends of tokens in JSON whose structure holds, see [JsonStructure]. One instance serves one thread.
final class JsonTokens {
    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] data;
    private final int end;

    JsonTokens(byte[] data, int end) {
        this.data = data;
        this.end = end;
    }

    /// The offset after the byte order mark of UTF-8 at `from`, where there is one.
    int afterMark(int from) {
        boolean marked = end - from >= 3 && data[from] == (byte) 0xEF && data[from + 1] == (byte) 0xBB
                && data[from + 2] == (byte) 0xBF;
        return marked ? from + 3 : from;
    }

    int skipBlanks(int from) {
        int at = from;
        while (at < end && (data[at] == ' ' || data[at] == '\n' || data[at] == '\r' || data[at] == '\t')) {
            at++;
        }
        return at;
    }

    /// The offset after the text whose opening quote is at `from`.
    int textEnd(int from) {
        int at = from + 1;
        while (at < end && data[at] != '"') {
            at += data[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    /// The offset after the number or literal at `from`.
    int scalarEnd(int from) {
        int at = from;
        while (at < end && " \t\r\n,]}:[{\"".indexOf(data[at]) < 0) {
            at++;
        }
        return at;
    }

    /// The text whose opening quote is at `from`; one with an escape that is none as it is written.
    String text(int from) {
        int behind = textEnd(from);
        String written = new String(data, from + 1, behind - from - 2, StandardCharsets.UTF_8);
        if (written.indexOf('\\') < 0) {
            return written;
        }
        try (JsonParser text = JSON.createParser(data, from, behind - from)) {
            text.nextToken();
            return text.getText();
        } catch (IOException e) {
            // It is no name that anybody asks for.
            return written;
        }
    }
}
