package io.sluice.lambda;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The answer to an event source mapping that hands over again what failed.
///
/// Source: AWS Lambda Developer Guide, "Handling errors for an SQS event source in Lambda".
final class ItemFailures {
    private ItemFailures() {}

    /// @param identifiers of the messages that must come again
    static byte[] answer(List<String> identifiers) {
        StringBuilder out = new StringBuilder("{\"batchItemFailures\":[");
        String comma = "";
        for (String identifier : identifiers) {
            out.append(comma).append("{\"itemIdentifier\":\"");
            JsonStringEncoder.getInstance().quoteAsString(identifier, out);
            out.append("\"}");
            comma = ",";
        }
        return out.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }
}
