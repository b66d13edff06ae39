package io.sluice.local.batch;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The context that Lambda gives a function of its invocation; here the time limit is Lambda's largest.
public final class LocalContext implements Context {
    private static final Duration TIME_LIMIT = Duration.ofMinutes(15);
    private static final int MEMORY_MEGABYTES = 1_024;

    private final String functionName;
    private final String requestId;
    private final long startNanos = System.nanoTime();

    public LocalContext(String functionName, String requestId) {
        this.functionName = functionName;
        this.requestId = requestId;
    }

    /// The ARN of a function that is not on AWS.
    public static String functionArn(String functionName) {
        return "arn:aws:lambda:us-east-1:123456789012:function:" + functionName;
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + functionName;
    }

    @Override
    public String getLogStreamName() {
        return "local";
    }

    @Override
    public String getFunctionName() {
        return functionName;
    }

    @Override
    public String getFunctionVersion() {
        return "$LATEST";
    }

    @Override
    public String getInvokedFunctionArn() {
        return functionArn(functionName);
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) TIME_LIMIT.minusNanos(System.nanoTime() - startNanos).toMillis();
    }

    @Override
    public int getMemoryLimitInMB() {
        return MEMORY_MEGABYTES;
    }

    /// Drops the lines: what a run has to say, it says itself.
    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {}

            @Override
            public void log(byte[] message) {}
        };
    }
}
