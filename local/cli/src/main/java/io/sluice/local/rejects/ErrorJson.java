package io.sluice.local.rejects;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.reject.ErrorLine;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// An error record as one line of JSON whose record can be read: as text where its bytes are UTF-8, in base64 where
/// they are not, and `encoding` says which.
public final class ErrorJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ErrorJson() {}

    /// One line, without its end: `object`, `line`, `errorCode`, `errorMessage`, `arrival`, `attempts`, `encoding`
    /// (`utf-8` or `base64`) and `data`, and where the record has them `attemptEnding` and `lambdaArn`.
    ///
    /// @param object what the user calls the error object
    /// @param keys   which keys were unusable, where that is the reason; it becomes `keys`
    public static String of(String object, ErrorLine line, Optional<String> keys) {
        ObjectNode told = JSON.createObjectNode().put("object", object)
                .put("line", Long.parseLong(line.recordId().substring(line.recordId().lastIndexOf('#') + 1)))
                .put("errorCode", line.errorCode()).put("errorMessage", line.errorMessage());
        keys.ifPresent(unusable -> told.put("keys", unusable));
        told.put("arrival", line.arrival().toString());
        line.attemptEnding().ifPresent(at -> told.put("attemptEnding", at.toString()));
        told.put("attempts", line.attemptsMade());
        line.lambdaArn().ifPresent(arn -> told.put("lambdaArn", arn));
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.rawData())).toString();
            told.put("encoding", "utf-8").put("data", text);
        } catch (CharacterCodingException e) {
            told.put("encoding", "base64").put("data", Base64.getEncoder().encodeToString(line.rawData()));
        }
        return told.toString();
    }
}
