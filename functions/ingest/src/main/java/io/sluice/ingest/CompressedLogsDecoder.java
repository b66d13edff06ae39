package io.sluice.ingest;

import io.sluice.deaggregate.CloudWatchLogs;
import io.sluice.input.Decompression;
import io.sluice.reject.Reject;
import java.util.List;

/// The `Decompression` processor, and after it `CloudWatchLogProcessing` where its messages are wanted.
public final class CompressedLogsDecoder implements SourceDecoder {
    /// The content of a decompressed record.
    public enum Content {
        DATA, CLOUDWATCH_LOGS
    }

    private final Content content;

    public CompressedLogsDecoder(Content content) {
        this.content = content;
    }

    @Override
    public Decoded decode(byte[] record) {
        return switch (Decompression.gunzip(record)) {
            case Decompression.Result.Decompressed(byte[] data) -> extract(data);
            case Decompression.Result.Failed(String cause) -> new Decoded.Failed(new Reject(
                    Reject.DECOMPRESSION_FAILED.type(), Reject.DECOMPRESSION_FAILED.code(), cause));
        };
    }

    private Decoded extract(byte[] data) {
        return switch (content) {
            case DATA -> new Decoded.Payloads(List.of(data));
            case CLOUDWATCH_LOGS -> switch (CloudWatchLogs.messages(data)) {
                case CloudWatchLogs.Result.Messages(List<byte[]> messages) -> new Decoded.Payloads(messages);
                case CloudWatchLogs.Result.Failed(String cause) ->
                    new Decoded.Failed(Reject.processing("CloudWatchLogProcessing.Failed", cause));
            };
        };
    }
}
