package io.sluice.app;

import io.sluice.event.ObjectMessage;
import io.sluice.event.PartialAnswer;
import io.sluice.event.UploadEvent;
import io.sluice.upload.ObjectIntake;
import io.sluice.upload.ObjectIntake.Taken;
import io.sluice.work.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Events that name objects: each message is done when all that it names is staged, and comes again when not. One that
/// fails does not keep the others from being taken; where all of them fail, the invocation does, so that Lambda counts
/// an error. Handles one event.
final class ObjectEvents {
    private final ObjectIntake objects;
    private final Telemetry telemetry;
    private final Deadline deadline;
    private final Optional<String> functionArn;
    private final List<String> again = new ArrayList<>();
    private int failed;
    private @Nullable RuntimeException first;

    ObjectEvents(ObjectIntake objects, Telemetry telemetry, Deadline deadline, Optional<String> functionArn) {
        this.objects = objects;
        this.telemetry = telemetry;
        this.deadline = deadline;
        this.functionArn = functionArn;
    }

    /// @return the ids of the messages that must come again
    /// @throws RuntimeException the first failure, where the source is not told which messages failed, or all of them
    ///     did
    List<String> take(List<ObjectMessage> messages, PartialAnswer answer) {
        messages.forEach(this::take);
        if (failed > 0) {
            telemetry.objectsNotTaken(failed);
        }
        boolean allFailed = failed == messages.size();
        if (first != null && (allFailed || answer == PartialAnswer.NEVER || again.contains(""))) {
            throw first;
        }
        return again;
    }

    private void take(ObjectMessage message) {
        try {
            switch (message) {
                case ObjectMessage.Read(_, var notices) -> notices.forEach(this::take);
                case ObjectMessage.Refused(_, var why) -> throw why;
            }
        } catch (ObjectBegunException e) {
            comesAgain(message, e);
        } catch (RuntimeException e) {
            failed++;
            comesAgain(message, e);
        }
    }

    private void comesAgain(ObjectMessage message, RuntimeException why) {
        telemetry.objectNotTaken(message.id(), why);
        again.add(message.id());
        first = first == null ? why : first;
    }

    private void take(UploadEvent notice) {
        Taken taken = objects.take(notice, deadline, functionArn);
        telemetry.staged(taken.summary());
        if (taken instanceof Taken.Begun) {
            throw new ObjectBegunException(notice.name());
        }
    }
}
