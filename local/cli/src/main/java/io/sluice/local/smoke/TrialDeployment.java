package io.sluice.local.smoke;

import io.sluice.local.Sizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The making of all that a run needs: a bucket with the code, a queue, a stack.
///
/// @param release whose functions are deployed, and which the template is of
/// @param jar     of the functions
record TrialDeployment(SmokeCloud cloud, Pace pace, RunName name, String release, Path jar) {
    private static final String TEMPLATE = "template.json";
    private static final Duration STACK_MAX = Duration.ofMinutes(30);
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final String MADE = "CREATE_COMPLETE";

    /// Puts the code into a bucket of its own.
    String code() {
        cloud.buckets().create(name.codeBucket());
        pace.interruption().check();
        cloud.buckets().put(name.codeBucket(), FunctionsJar.name(release), jar);
        return Sizes.bytes(size()) + " of code";
    }

    private long size() {
        try {
            return Files.size(jar);
        } catch (IOException e) {
            throw new SmokeException("the size of " + jar + " can't be told: " + e.getMessage(), e);
        }
    }

    /// Makes the queue and the stack that reads it.
    ///
    /// @throws SmokeException when the stack is not made, with the reason that CloudFormation gives
    DeployedNames stack() {
        String queueArn = cloud.queues().create(name.value());
        cloud.buckets().put(name.codeBucket(), TEMPLATE, new TrialStream(name.value(), queueArn).template(release));
        pace.interruption().check();
        cloud.stacks().create(name.value(), cloud.buckets().url(name.codeBucket(), TEMPLATE),
                Map.of("CodeBucket", name.codeBucket(), "CodePrefix", "", "ReleaseVersion", release));
        pace.comes(STACK_MAX, LOOK, () -> !state().isMoving());
        StackState state = state();
        if (!state.status().equals(MADE)) {
            throw new SmokeException("the stack is " + state.status() + " after " + STACK_MAX.toMinutes()
                    + " minutes at most" + cloud.stacks().failure(name.value()).map(why -> ": " + why).orElse(""));
        }
        return DeployedNames.of(state, resources());
    }

    private StackState state() {
        return cloud.stacks().state(name.value()).orElseThrow(() -> new SmokeException("the stack is gone"));
    }

    private List<StackResource> resources() {
        return cloud.stacks().resources(name.value());
    }
}
