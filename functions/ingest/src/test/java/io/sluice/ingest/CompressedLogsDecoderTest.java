package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.ingest.CompressedLogsDecoder.Content;
import io.sluice.ingest.SourceDecoder.Decoded;
import io.sluice.reject.ErrorOutputType;
import io.sluice.reject.Reject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class CompressedLogsDecoderTest {
    private static final String MESSAGES = "{\"messageType\":\"DATA_MESSAGE\",\"logEvents\":[{\"message\":\"a\"},"
            + "{\"message\":\"b\"}]}";

    @Test
    void dataIsTheWholeContent() throws IOException {
        assertEquals(List.of(MESSAGES), payloads(Content.DATA, MESSAGES));
    }

    @Test
    void logsAreTheirMessages() throws IOException {
        assertEquals(List.of("a", "b"), payloads(Content.CLOUDWATCH_LOGS, MESSAGES));
    }

    @Test
    void aControlMessageHasNoPayload() throws IOException {
        assertEquals(List.of(), payloads(Content.CLOUDWATCH_LOGS, "{\"messageType\":\"CONTROL_MESSAGE\"}"));
    }

    @Test
    void contentThatIsNoLogMessageFailsInProcessing() throws IOException {
        Reject reject = failed(Content.CLOUDWATCH_LOGS, gzip("{}"));
        assertEquals(ErrorOutputType.PROCESSING_FAILED, reject.type());
        assertEquals("CloudWatchLogProcessing.Failed", reject.code());
        assertTrue(reject.message().contains("messageType"), reject.message());
    }

    @Test
    void whatIsNoGzipFailsInDecompressionWithItsCause() {
        Reject reject = failed(Content.CLOUDWATCH_LOGS, MESSAGES.getBytes(UTF_8));
        assertEquals(ErrorOutputType.DECOMPRESSION_FAILED, reject.type());
        assertEquals("Decompression failed.", reject.code());
        assertTrue(reject.message().contains("not gzip"), reject.message());
    }

    private static List<String> payloads(Content content, String text) throws IOException {
        Decoded decoded = new CompressedLogsDecoder(content).decode(gzip(text));
        return ((Decoded.Payloads) decoded).payloads().stream().map(payload -> new String(payload, UTF_8)).toList();
    }

    private static Reject failed(Content content, byte[] record) {
        return ((Decoded.Failed) new CompressedLogsDecoder(content).decode(record)).reject();
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(text.getBytes(UTF_8));
        }
        return gzip.toByteArray();
    }
}
