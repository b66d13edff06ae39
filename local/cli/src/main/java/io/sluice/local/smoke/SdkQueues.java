package io.sluice.local.smoke;

import io.sluice.deployment.DeployedFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/// Queues by AWS's SDK.
///
/// @param sending the same without retries
record SdkQueues(SqsClient sqs, SqsClient sending) implements CloudQueues {
    /// Six times the function's timeout, as Lambda asks for (AWS Lambda developer guide, "Using Lambda with Amazon
    /// SQS"), and the window.
    private static final long HIDDEN_SECONDS = 6 * DeployedFunctions.TRANSFORM_TIMEOUT.toSeconds() + 60;

    @Override
    public String create(String queue) {
        String url = sqs.createQueue(request -> request.queueName(queue).attributes(
                Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, String.valueOf(HIDDEN_SECONDS)))).queueUrl();
        Map<QueueAttributeName, String> told = sqs.getQueueAttributes(request -> request.queueUrl(url)
                .attributeNames(QueueAttributeName.QUEUE_ARN)).attributes();
        return Optional.ofNullable(told.get(QueueAttributeName.QUEUE_ARN))
                .orElseThrow(() -> new SmokeException("the queue tells no ARN"));
    }

    @Override
    public List<String> send(String queue, List<String> messages) {
        String url = url(queue);
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
        for (String message : messages) {
            entries.add(SendMessageBatchRequestEntry.builder().id(String.valueOf(entries.size())).messageBody(message)
                    .build());
        }
        return sending.sendMessageBatch(request -> request.queueUrl(url).entries(entries)).failed().stream()
                .map(refused -> messages.get(Integer.parseInt(refused.id()))).toList();
    }

    @Override
    public void remove(String queue) {
        try {
            String url = url(queue);
            sqs.deleteQueue(request -> request.queueUrl(url));
        } catch (QueueDoesNotExistException e) {
            // It is gone, as it is to be.
        }
    }

    private String url(String queue) {
        return sqs.getQueueUrl(request -> request.queueName(queue)).queueUrl();
    }
}
