import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// An execution environment of a deployed function: events on standard input, one a line, and after each its answer on
/// standard output, with a line's end. It ends with the input, or with an invocation that fails. Its arguments are the
/// handler and the ARN that it is invoked by.
final class Invoke {
    private static final int MILLIS = 15 * 60 * 1000;

    private Invoke() {}

    public static void main(String[] arguments) throws Exception {
        var answers = System.out;
        System.setOut(System.err); // what functions print is their log
        String type = arguments[0].substring(0, arguments[0].indexOf("::"));
        var handler = (RequestStreamHandler) Class.forName(type).getConstructor().newInstance();
        var events = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String event = events.readLine(); event != null; event = events.readLine()) {
            var input = new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8));
            var answer = new ByteArrayOutputStream(); // which a handler may close
            handler.handleRequest(input, answer, new Here(arguments[1], UUID.randomUUID().toString()));
            answers.write(answer.toByteArray());
            answers.println();
            answers.flush();
        }
        System.exit(0);
    }

    private record Here(String arn, String request) implements Context, LambdaLogger {
        @Override
        public String getAwsRequestId() {
            return request;
        }

        @Override
        public String getLogGroupName() {
            return "";
        }

        @Override
        public String getLogStreamName() {
            return "";
        }

        @Override
        public String getFunctionName() {
            return System.getenv("AWS_LAMBDA_FUNCTION_NAME");
        }

        @Override
        public String getFunctionVersion() {
            return "1";
        }

        @Override
        public String getInvokedFunctionArn() {
            return arn;
        }

        @Override
        public CognitoIdentity getIdentity() {
            return null;
        }

        @Override
        public ClientContext getClientContext() {
            return null;
        }

        @Override
        public int getRemainingTimeInMillis() {
            return MILLIS;
        }

        @Override
        public int getMemoryLimitInMB() {
            return 1024;
        }

        @Override
        public LambdaLogger getLogger() {
            return this;
        }

        @Override
        public void log(String message) {
            System.err.print(message);
        }

        @Override
        public void log(byte[] message) {
            log(new String(message, StandardCharsets.UTF_8));
        }
    }
}
