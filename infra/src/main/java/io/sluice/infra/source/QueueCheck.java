package io.sluice.infra.source;

import io.sluice.deployment.DeploymentException;
import io.sluice.infra.SqsQueue;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.sqs.CfnQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;
import software.constructs.IConstruct;

/// A check that a queue of the user's can be read without losing a message, as far as the app has it.
///
/// @param scope   what reads it
/// @param timeout of the function that it invokes
record QueueCheck(Construct scope, SqsQueue queue, Duration timeout) {
    /// Lambda's advice (AWS Lambda developer guide, "Creating and configuring an Amazon SQS event source mapping").
    private static final int TIMEOUTS = 6;
    private static final int RECEIVES_MIN = 5;
    /// SQS's own, where nothing is said.
    private static final Duration VISIBILITY_PRESET = Duration.ofSeconds(30);

    /// @throws DeploymentException when Lambda would refuse to read it
    void check() {
        owner().ifPresentOrElse(this::check, () -> Annotations.of(scope).addInfoV2("sluice:queue",
                ("Of the queue %s nothing is known here. It needs a visibility timeout of %d seconds or more, and a"
                        + " dead-letter queue with a maxReceiveCount of %d or more: without one, what cannot be staged"
                        + " is deleted when its retention ends")
                        .formatted(queue.arn(), advised().toSeconds(), RECEIVES_MIN)));
    }

    private void check(CfnQueue owner) {
        if (Boolean.TRUE.equals(owner.getFifoQueue())) {
            SqsQueue.requireFifo(path(owner), queue.reading());
        }
        visibility(owner).ifPresent(visibility -> requireVisibility(owner, visibility));
        switch (owner.getRedrivePolicy()) {
            case null -> warn("sluice:queue-redrive", ("The queue %s has no dead-letter queue: a message that cannot be"
                    + " staged is tried until its retention ends, and deleted then").formatted(path(owner)));
            case Map<?, ?> policy when policy.get("maxReceiveCount") instanceof Number count
                    && count.intValue() < RECEIVES_MIN ->
                warn("sluice:queue-redrive", ("The queue %s gives a message up after %d attempts: a busy account's"
                        + " throttling takes that many; set maxReceiveCount to %d or more").formatted(path(owner),
                                count.intValue(), RECEIVES_MIN));
            case Object _ -> {
                // Enough attempts, or a number that is known only at deployment.
            }
        }
    }

    private void requireVisibility(CfnQueue owner, Duration visibility) {
        if (visibility.compareTo(timeout) < 0) {
            throw new DeploymentException(("The queue %s hides a message for %d seconds, and the function takes up to"
                    + " %d: Lambda refuses to read it. Set its visibility timeout to %d seconds or more").formatted(
                            path(owner), visibility.toSeconds(), timeout.toSeconds(), advised().toSeconds()));
        }
        if (visibility.compareTo(advised()) < 0) {
            warn("sluice:queue-visibility", ("The queue %s hides a message for %d seconds. Lambda advises six times the"
                    + " function's timeout and the window, %d seconds: with less, what waits for a throttled function"
                    + " is received again, which counts towards maxReceiveCount").formatted(path(owner),
                            visibility.toSeconds(), advised().toSeconds()));
        }
    }

    private Duration advised() {
        return timeout.multipliedBy(TIMEOUTS).plus(queue.reading().window());
    }

    private static Optional<Duration> visibility(CfnQueue owner) {
        Number seconds = owner.getVisibilityTimeout();
        if (seconds == null) {
            return Optional.of(VISIBILITY_PRESET);
        }
        return Token.isUnresolved(seconds) ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds.longValue()));
    }

    /// The queue itself, where the app makes it.
    private Optional<CfnQueue> owner() {
        return scope.getNode().getRoot().getNode().findAll().stream().flatMap(this::owner).findFirst();
    }

    private Stream<CfnQueue> owner(IConstruct each) {
        return switch (each) {
            case Queue made when made.getQueueArn().equals(queue.arn()) ->
                Stream.ofNullable((CfnQueue) made.getNode().getDefaultChild());
            case CfnQueue made when made.getAttrArn().equals(queue.arn()) -> Stream.of(made);
            default -> Stream.empty();
        };
    }

    private static String path(CfnQueue owner) {
        var path = owner.getNode().getPath();
        return Objects.equals(owner.getNode().getId(), "Resource")
                ? path.substring(0, path.length() - "/Resource".length())
                : path;
    }

    private void warn(String id, String message) {
        Annotations.of(scope).addWarningV2(id, message);
    }
}
