package io.sluice.local.serve.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.ingest.FunctionUnavailableException;
import io.sluice.ingest.Processed;
import io.sluice.ingest.RecordFunction.Answer;
import io.sluice.ingest.RecordFunction.Input;
import io.sluice.local.serve.function.FunctionHost.Reply;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of records, whatever a function does.
final class LambdaFunctionTest {
    private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:function:f";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private FunctionHost host;

    @BeforeEach
    void start() throws IOException {
        host = FunctionHost.start();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private LambdaFunction function(int retries) {
        return function(new FunctionSettings(ARN, retries, 1 << 20), PATIENCE);
    }

    private LambdaFunction function(FunctionSettings settings, Duration timeout) {
        return new LambdaFunction("s", settings, new FunctionServer(host.uri(), timeout), 7, Duration.ZERO);
    }

    private static List<Input> records(String... texts) {
        List<Input> records = new ArrayList<>();
        for (String text : texts) {
            records.add(new Input("id-" + records.size(), Instant.ofEpochMilli(1_757_500_000_123L),
                    text.getBytes(UTF_8)));
        }
        return records;
    }

    private static Answer failed(Reject reject, int attempts) {
        return new Answer.Failed(reject, new Processed.Attempts(attempts, Optional.of(ARN + ":$LATEST")));
    }

    @Test
    void theCallIsTheOneThatLambdaTakesAndTheEventTheOneThatFirehoseSends() {
        host.does(call -> FunctionHost.each(call, record -> FunctionHost.result(record, "Dropped")));
        try (var function = function(3)) {
            assertEquals(List.of(new Answer.Dropped()), function.call(records("{\"a\":1}")));
        }
        FunctionHost.Call call = host.calls().getFirst();
        assertEquals("POST /2015-03-31/functions/f/invocations", call.target());
        assertEquals(List.of("RequestResponse"), call.headers().get("X-amz-invocation-type"));
        assertEquals("arn:aws:firehose:us-east-1:123456789012:deliverystream/s",
                call.event().path("deliveryStreamArn").asText());
        assertEquals("us-east-1", call.event().path("region").asText());
        assertTrue(call.event().path("invocationId").isTextual());
        assertEquals(
                "[{\"recordId\":\"id-0\",\"approximateArrivalTimestamp\":1757500000123,\"data\":\"eyJhIjoxfQ==\"}]",
                call.event().path("records").toString());
    }

    @ParameterizedTest
    @CsvSource({
            "arn:aws:lambda:eu-west-1:1:function:g:live, '', POST /2015-03-31/functions/g/invocations?Qualifier=live",
            "g, /, POST /2015-03-31/functions/g/invocations",
            "g, /base, POST /base/2015-03-31/functions/g/invocations",
            "g, /2015-03-31/functions/function/invocations, POST /2015-03-31/functions/function/invocations"})
    void aFunctionIsCalledByItsNameAndVersionWhereTheUrlSays(String arn, String path, String target) {
        try (var function = new LambdaFunction("s", new FunctionSettings(arn, 0, 1 << 20),
                FunctionServer.at(host.uri() + path), 0, Duration.ZERO)) {
            function.call(records("x"));
        }
        assertEquals(target, host.calls().getFirst().target());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost:3001", "ftp://x/", "http:///", "http://x/?a=b", "http://[", "http://a b/"})
    void whatIsNoServersUrlIsRefused(String url) {
        assertThrows(IllegalArgumentException.class, () -> FunctionServer.at(url));
    }

    @Test
    void recordsTakeWhatTheFunctionMadeOfThem() {
        host.does(call -> FunctionHost.each(call, record -> switch (FunctionHost.text(record)) {
            case "drop" -> FunctionHost.result(record, "Dropped");
            case "fail" -> FunctionHost.result(record, "ProcessingFailed").put("data", "never decoded!");
            default -> FunctionHost.ok(record, FunctionHost.text(record).toUpperCase(java.util.Locale.ROOT),
                    Map.of("k", FunctionHost.text(record)));
        }));
        try (var function = function(3)) {
            List<Answer> answers = function.call(records("a", "drop", "fail", "b"));
            assertEquals(List.of(new Answer.Dropped(), failed(Reject.PROCESSING_FAILED, 1)), answers.subList(1, 3));
            Answer.Kept a = (Answer.Kept) answers.getFirst();
            assertArrayEquals("A".getBytes(UTF_8), a.data());
            assertEquals(Map.of("k", "a"), a.partitionKeys());
            assertArrayEquals("B".getBytes(UTF_8), ((Answer.Kept) answers.getLast()).data());
        }
        assertEquals(1, host.calls().size());
    }

    /// Answers arrive in any order, some twice, some not, some to records that were never sent.
    @Test
    void answersAreFoundByTheirIds() {
        host.does(call -> Reply.ok("""
                {"records":[{"recordId":"id-3","result":"Dropped"},{"recordId":"id-1","result":"Dropped"},
                {"recordId":"stranger","result":"Dropped"},{"recordId":"id-1","result":"Ok","data":""},
                {"recordId":"id-0","result":"Dropped"},{"result":"Dropped"}]}"""));
        try (var function = function(3)) {
            assertEquals(List.of(new Answer.Dropped(), failed(Reject.DUPLICATED_RECORD_ID, 1),
                    failed(Reject.MISSING_RECORD_ID, 1), new Answer.Dropped()),
                    function.call(records("a", "b", "c", "d")));
        }
    }

    @Test
    void aFailedCallIsTriedAgainWithTheSameRecordsUnderAnotherInvocation() {
        host.does(call -> host.calls().size() < 3
                ? Reply.status(500)
                : FunctionHost.each(call, record -> FunctionHost.result(record, "ProcessingFailed")));
        try (var function = function(3)) {
            assertEquals(List.of(failed(Reject.PROCESSING_FAILED, 3), failed(Reject.PROCESSING_FAILED, 3)),
                    function.call(records("a", "b")));
        }
        assertEquals(3, host.calls().size());
        assertEquals(1, new HashSet<>(host.calls().stream().map(call -> call.event().path("records")).toList()).size());
        assertEquals(3, host.calls().stream().map(call -> call.event().path("invocationId")).distinct().count());
    }

    @ParameterizedTest
    @CsvSource({"403,Lambda.InvokeAccessDenied", "404,Lambda.ResourceNotFound", "429,Lambda.InvokeLimitExceeded",
            "400,Lambda.FunctionError", "413,Lambda.FunctionError", "502,Lambda.FunctionError",
            "307,Lambda.FunctionError"})
    void aRefusedCallIsGivenUpAfterItsRetriesWithFirehosesCode(int status, String code) {
        host.does(call -> new Reply.Answer(status, Map.of("Location", host.uri() + "/elsewhere"), new byte[0]));
        try (var function = function(2)) {
            Answer.Failed failed = (Answer.Failed) function.call(records("a")).getFirst();
            assertEquals(code, failed.reject().code());
            assertEquals(3, failed.attempts().made());
        }
        assertEquals(3, host.calls().size());
    }

    @Test
    void aFunctionsErrorIsItsHeader() {
        host.does(call -> new Reply.Answer(200, Map.of("X-Amz-Function-Error", "Unhandled"),
                "{\"records\":[{\"recordId\":\"id-0\",\"result\":\"Dropped\"}]}".getBytes(UTF_8)));
        try (var function = function(1)) {
            assertEquals(List.of(failed(Reject.FUNCTION_ERROR, 2)), function.call(records("a")));
        }
    }

    @Test
    void aFunctionThatHangsUpHasFailed() {
        host.does(call -> new Reply.HangUp());
        try (var function = function(1)) {
            assertEquals(List.of(failed(Reject.FUNCTION_ERROR, 2)), function.call(records("a")));
        }
    }

    @Test
    void aFunctionThatNeverAnswersOrNeverEndsItsAnswerTakesTooLong() {
        for (Reply reply : List.of(new Reply.Silence(), new Reply.Stall())) {
            host.does(call -> reply);
            try (var function = function(new FunctionSettings(ARN, 1, 1 << 20), Duration.ofMillis(50))) {
                assertEquals(List.of(failed(Reject.FUNCTION_ERROR, 2)), function.call(records("a")));
            }
        }
    }

    /// Lambda's bound to the byte: white space is part of it.
    @ParameterizedTest
    @CsvSource({"6291556,1", "6291557,2"})
    void anAnswerThatIsTooLongFailsTheCall(int bytes, int calls) {
        String answer = "{\"records\":[{\"recordId\":\"id-0\",\"result\":\"Dropped\"}]}";
        host.does(call -> Reply.ok(answer + " ".repeat(bytes - answer.length())));
        try (var function = function(1)) {
            assertEquals(calls == 1 ? new Answer.Dropped() : failed(Reject.FUNCTION_ERROR, 2),
                    function.call(records("a")).getFirst());
        }
        assertEquals(calls, host.calls().size());
    }

    /// What is wrong with the answer as a whole is wrong with all of its records.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "Lambda.JsonProcessingException|``", "Lambda.JsonProcessingException|nothing",
            "Lambda.JsonProcessingException|[]",
            "Lambda.JsonProcessingException|`\"text\"`", "Lambda.JsonProcessingException|{\"records\":{}}",
            "Lambda.JsonProcessingException|{\"records\":[null]}", "Lambda.JsonProcessingException|{\"records\":[]} {}",
            "Lambda.JsonProcessingException|{\"records\":[{\"recordId\":\"id-0\",\"result\":\"Ok\",\"data\":{}}]}",
            "Lambda.JsonProcessingException|{\"records\":[{\"recordId\":\"id-0\",\"result\":\"Ok\","
                    + "\"data\":\"\",\"metadata\":{\"partitionKeys\":{\"k\":[]}}}]}",
            "Lambda.JsonProcessingException|{\"records\":[{\"recordId\":\"id-0\",\"result\":\"Ok\","
                    + "\"data\":\"\",\"metadata\":{\"partitionKeys\":\"k\"}}]}",
            "Lambda.FunctionError|{\"records\":[{\"recordId\":\"id-0\",\"result\":\"ok\",\"data\":\"\"}]}",
            "Lambda.FunctionError|{\"records\":[{\"recordId\":\"id-0\"}]}",
            "Lambda.FunctionError|{\"records\":[{\"recordId\":\"id-0\",\"result\":\"Ok\",\"data\":\"?\"}]}",
            "Lambda.FunctionError|{\"errorMessage\":\"boom\",\"errorType\":\"Error\"}"})
    void anAnswerThatIsNoneFailsTheCall(String code, String answer) {
        host.does(call -> Reply.ok(answer));
        try (var function = function(0)) {
            Answer.Failed failed = (Answer.Failed) function.call(records("a")).getFirst();
            assertEquals(code, failed.reject().code());
            assertEquals(1, failed.attempts().made());
        }
    }

    @Test
    void anAnswerNestedBeyondReasonFailsTheCall() {
        host.does(call -> Reply.ok("{\"records\":" + "[".repeat(100_000)));
        try (var function = function(0)) {
            assertEquals(List.of(failed(Reject.UNREADABLE_ANSWER, 1)), function.call(records("a")));
        }
    }

    /// A function that forgets to return anything answers null.
    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "{\"records\":null}", "{\"records\":[]}"})
    void anAnswerWithoutRecordsLeavesAllOut(String answer) {
        host.does(call -> Reply.ok(answer));
        try (var function = function(3)) {
            assertEquals(List.of(failed(Reject.MISSING_RECORD_ID, 1), failed(Reject.MISSING_RECORD_ID, 1)),
                    function.call(records("a", "b")));
        }
        assertEquals(1, host.calls().size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{\"k\":\"v\",\"n\":1,\"b\":true,\"no\":null}|{b=true, k=v, n=1}",
            "{}|{}", "null|{}"})
    void keysAreTexts(String given, String keys) {
        host.does(call -> Reply.ok("{\"records\":[{\"recordId\":\"id-0\",\"result\":\"Ok\",\"data\":\"\","
                + "\"metadata\":{\"partitionKeys\":" + given + ",\"otfMetadata\":{}}}]}"));
        try (var function = function(0)) {
            Answer.Kept kept = (Answer.Kept) function.call(records("a")).getFirst();
            assertEquals(keys, new java.util.TreeMap<>(kept.partitionKeys()).toString());
        }
    }

    @Test
    void withoutDataThereIsNothingToDeliver() {
        host.does(call -> FunctionHost.each(call, record -> FunctionHost.result(record, "Ok").putNull("data")));
        try (var function = function(3)) {
            assertEquals(List.of(failed(Reject.INVALID_RETURN_FORMAT, 1)), function.call(records("a")));
        }
    }

    @Test
    void aCallTakesWhatTheBufferHoldsAndALargerRecordGoesAlone() {
        host.does(call -> FunctionHost.each(call, record -> FunctionHost.result(record, "Dropped")));
        try (var function = function(new FunctionSettings(ARN, 0, 10), PATIENCE)) {
            assertEquals(6, function.call(records("12345", "67890", "x", "a long long record", "y", "z")).size());
        }
        assertEquals(List.of(List.of("id-0", "id-1"), List.of("id-2"), List.of("id-3"), List.of("id-4", "id-5")),
                host.calls().stream().map(FunctionHost.Call::ids).toList());
    }

    @Test
    void manySmallRecordsAreNoLargerEventThanLambdaTakes() {
        host.does(call -> FunctionHost.each(call, record -> FunctionHost.ok(record, FunctionHost.text(record),
                Map.of("key", "value"))));
        List<Input> many = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            many.add(new Input("0123456789abcdef-" + i, Instant.EPOCH, new byte[]{'x'}));
        }
        try (var function = function(0)) {
            assertTrue(function.call(many).stream().allMatch(Answer.Kept.class::isInstance));
        }
        assertTrue(host.calls().size() > 1);
    }

    @Test
    void oneCallThatFailsCostsItsOwnRecordsAlone() {
        host.does(call -> call.ids().contains("id-0")
                ? Reply.status(500)
                : FunctionHost.each(call, record -> FunctionHost.result(record, "Dropped")));
        try (var function = function(new FunctionSettings(ARN, 0, 1), PATIENCE)) {
            assertEquals(List.of(failed(Reject.FUNCTION_ERROR, 1), new Answer.Dropped()),
                    function.call(records("a", "b")));
        }
    }

    @Test
    void aServerThatIsNotThereIsNoAnswer() {
        URI nowhere = host.uri();
        host.close();
        try (var function = new LambdaFunction("s", new FunctionSettings(ARN, 3, 1 << 20),
                new FunctionServer(nowhere, PATIENCE), 0, Duration.ZERO)) {
            var failure = assertThrows(FunctionUnavailableException.class, () -> function.call(records("a")));
            assertTrue(String.valueOf(failure.getMessage()).contains(nowhere.toString()), failure.toString());
        }
    }

    @Test
    void closedInTheMiddleOfACallNothingIsSaidOfItsRecords() throws Exception {
        var called = new CountDownLatch(1);
        host.does(call -> {
            called.countDown();
            return new Reply.Silence();
        });
        LambdaFunction function = function(300);
        var answers = CompletableFuture.supplyAsync(() -> function.call(records("a")));
        called.await();
        function.close();
        var failure = assertThrows(ExecutionException.class, answers::get);
        assertTrue(failure.getCause() instanceof FunctionUnavailableException, failure.toString());
        assertThrows(FunctionUnavailableException.class, () -> function.call(records("a")));
    }
}
