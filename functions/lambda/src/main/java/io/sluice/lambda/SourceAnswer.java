package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.sluice.firehose.ResponseWriter;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.TransformedRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// The transform function's answers in delivery `buffer`.
///
/// Source: AWS Lambda Developer Guide, "Handling errors for an SQS event source in Lambda".
final class SourceAnswer {
    /// To an asynchronous invocation, whose answer nobody reads.
    private static final byte[] TAKEN = "{}".getBytes(UTF_8);

    private SourceAnswer() {}

    /// Writes the answer to a batch of which all is staged.
    static void staged(SourceBatch batch, OutputStream output) throws IOException {
        switch (batch.type().answer()) {
            case RECORDS -> {
                ResponseWriter response = new ResponseWriter(output, batch.payload());
                for (SourceRecord each : batch.records()) {
                    response.write(TransformedRecord.dropped(each));
                }
                response.finish();
            }
            case WHOLE, PARTIAL -> output.write(failures(List.of()));
            case NONE -> output.write(TAKEN);
        }
    }

    /// The answer to an event source mapping that hands over again what failed.
    ///
    /// @param identifiers of the messages that must come again
    static byte[] failures(List<String> identifiers) {
        StringBuilder out = new StringBuilder("{\"batchItemFailures\":[");
        String comma = "";
        for (String identifier : identifiers) {
            out.append(comma).append("{\"itemIdentifier\":\"");
            JsonStringEncoder.getInstance().quoteAsString(identifier, out);
            out.append("\"}");
            comma = ",";
        }
        return out.append("]}").toString().getBytes(UTF_8);
    }
}
