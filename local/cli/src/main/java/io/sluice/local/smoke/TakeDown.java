package io.sluice.local.smoke;

import io.sluice.local.JobFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The removal of all that a run made, whatever became of the run. Each thing is tried, whatever happens to the others.
public final class TakeDown {
    private static final String BUCKET = "AWS::S3::Bucket";
    private static final String TABLE = "AWS::DynamoDB::Table";
    private static final Set<String> RETAINED = Set.of(BUCKET, TABLE);
    private static final Duration SETTLE_MAX = Duration.ofMinutes(45);
    private static final Duration LOOK = Duration.ofSeconds(10);
    /// An invocation goes on for 15 minutes at most, although its function is gone.
    private static final Duration WRITES_MAX = Duration.ofMinutes(16);

    private final SmokeCloud cloud;
    private final Pace pace;
    private final Path folder;
    private final List<String> left = new ArrayList<>();
    private RunFile file;
    private int removed;

    /// @param file   what the run has made
    /// @param folder where the file is
    public TakeDown(SmokeCloud cloud, Pace pace, RunFile file, Path folder) {
        this.cloud = cloud;
        this.pace = pace;
        this.file = file;
        this.folder = folder;
    }

    /// Tests whether anything of the run is there: the code is made first and goes last.
    ///
    /// @throws JobFailedException when that can't be told
    public boolean isNeeded() {
        try {
            return cloud.buckets().exists(file.name().codeBucket()) || cloud.stacks().state(name()).isPresent();
        } catch (RuntimeException e) {
            throw new JobFailedException("What is there of " + name() + " can't be told: " + CloudFailure.said(e), e);
        }
    }

    /// Removes it, and the run's file when all of it is gone.
    ///
    /// @return what it did
    /// @throws JobFailedException which names what is left, why, and how it goes
    public String run() {
        attempt("the stack " + name(), this::removeStack);
        for (StackResource each : file.retained()) {
            attempt((each.type().equals(BUCKET) ? "the bucket " : "the table ") + each.name(), () -> remove(each));
        }
        attempt("the queue " + name(), () -> cloud.queues().remove(name()));
        attempt("the bucket " + file.name().codeBucket(), () -> removeBucket(file.name().codeBucket()));
        if (!left.isEmpty()) {
            throw new JobFailedException("left behind: " + String.join("; ", left) + ". To remove it: sluice smoke"
                    + " --aws --clean " + name() + " --region " + file.access().region());
        }
        deleteFile();
        return "stack, queue, code and what the stack retained (" + removed + ") are gone";
    }

    private String name() {
        return file.name().value();
    }

    private void attempt(String what, Runnable removal) {
        try {
            removal.run();
        } catch (RuntimeException e) {
            // It is told with all that is left, and the next one still goes.
            left.add(what + " (" + CloudFailure.said(e) + ")");
        }
    }

    /// What is under way is waited for: until then resources are still being made. What stays after the stack is noted
    /// before it goes, since nobody tells it later.
    private void removeStack() {
        if (cloud.stacks().state(name()).isEmpty()) {
            return;
        }
        awaitRest();
        file = file.retaining(cloud.stacks().resources(name()).stream()
                .filter(each -> RETAINED.contains(each.type())).toList());
        attempt("what stays, in the file " + file.name().file(folder), this::writeFile);
        cloud.stacks().delete(name());
        awaitRest();
        cloud.stacks().state(name()).filter(state -> !state.status().equals("DELETE_COMPLETE")).ifPresent(state -> {
            throw new SmokeException("it is " + state.status()
                    + cloud.stacks().failure(name()).map(why -> ": " + why).orElse(""));
        });
    }

    private void awaitRest() {
        if (!pace.comes(SETTLE_MAX, LOOK,
                () -> cloud.stacks().state(name()).filter(StackState::isMoving).isEmpty())) {
            throw new SmokeException("it does not come to rest within " + SETTLE_MAX.toMinutes() + " minutes");
        }
    }

    private void remove(StackResource resource) {
        if (resource.type().equals(BUCKET)) {
            removeBucket(resource.name());
        } else {
            cloud.tables().remove(resource.name());
        }
        removed++;
    }

    private void removeBucket(String bucket) {
        if (!pace.comes(WRITES_MAX, LOOK, () -> cloud.buckets().remove(bucket))) {
            throw new SmokeException("something still writes into it");
        }
    }

    private void writeFile() {
        try {
            file.write(folder);
        } catch (IOException e) {
            throw new SmokeException("it can't be written: " + e.getMessage(), e);
        }
    }

    private void deleteFile() {
        try {
            Files.deleteIfExists(file.name().file(folder));
        } catch (IOException e) {
            throw new JobFailedException("all is gone, but for the file " + file.name().file(folder) + " ("
                    + e.getMessage() + "); remove it", e);
        }
    }
}
