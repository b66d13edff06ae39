package io.sluice.local.smoke;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;

/// Functions by AWS's SDK.
record SdkFunctions(LambdaClient lambda) implements CloudFunctions {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ALIAS = "live";
    private static final int SAID_CHARS_MAX = 500;

    @Override
    public JsonNode invoke(String function, String event) {
        InvokeResponse answer = lambda.invoke(request -> request.functionName(function).qualifier(ALIAS)
                .payload(SdkBytes.fromUtf8String(event)));
        String said = answer.payload().asUtf8String();
        if (answer.functionError() != null) {
            throw new SmokeException("the function " + function + " answers " + event + " with "
                    + said.substring(0, Math.min(said.length(), SAID_CHARS_MAX)));
        }
        try {
            return JSON.readTree(said);
        } catch (JsonProcessingException e) {
            throw new SmokeException("the function " + function + " answers no JSON", e);
        }
    }

    @Override
    public void stop(String function) {
        lambda.putFunctionConcurrency(request -> request.functionName(function).reservedConcurrentExecutions(0));
    }

    @Override
    public void start(String function) {
        lambda.deleteFunctionConcurrency(request -> request.functionName(function));
    }

    @Override
    public void detach(String mapping) {
        lambda.updateEventSourceMapping(request -> request.uuid(mapping).enabled(false));
    }

    @Override
    public void attach(String mapping) {
        lambda.updateEventSourceMapping(request -> request.uuid(mapping).enabled(true));
    }

    @Override
    public String state(String mapping) {
        return lambda.getEventSourceMapping(request -> request.uuid(mapping)).state();
    }
}
