package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.time.Duration;

/// An invocation.
///
/// @param remaining the time that it has left
record InvocationContext(String functionArn, Duration remaining) implements Context {
    /// With a minute left.
    InvocationContext(String functionArn) {
        this(functionArn, Duration.ofMinutes(1));
    }

    @Override
    public String getAwsRequestId() {
        return "8476a536-e9f4-11e8-9739-2dfe598c3fcd";
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/transform";
    }

    @Override
    public String getLogStreamName() {
        return "2026/01/01/[1]0";
    }

    @Override
    public String getFunctionName() {
        return "transform";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return functionArn;
    }

    @Override
    public CognitoIdentity getIdentity() {
        throw new UnsupportedOperationException("no caller's identity");
    }

    @Override
    public ClientContext getClientContext() {
        throw new UnsupportedOperationException("no mobile client");
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) remaining.toMillis();
    }

    @Override
    public int getMemoryLimitInMB() {
        return 512;
    }

    @Override
    public LambdaLogger getLogger() {
        throw new UnsupportedOperationException("a stream writes its own lines");
    }
}
