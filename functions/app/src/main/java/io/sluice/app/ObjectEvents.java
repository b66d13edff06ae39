package io.sluice.app;

import io.sluice.event.ObjectMessage;
import io.sluice.event.PartialAnswer;
import io.sluice.event.UploadEvent;
import io.sluice.objects.StoreException;
import io.sluice.upload.ObjectIntake;
import io.sluice.upload.ObjectIntake.Taken;
import io.sluice.work.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Events that name objects: each message is done when all that it names is staged, and comes again when not. One that
/// fails does not keep the others from being taken. Handles one event.
final class ObjectEvents {
    private final ObjectIntake objects;
    private final Telemetry telemetry;
    private final Deadline deadline;
    private final Optional<String> functionArn;
    private final List<String> failed = new ArrayList<>();
    private @Nullable RuntimeException first;

    ObjectEvents(ObjectIntake objects, Telemetry telemetry, Deadline deadline, Optional<String> functionArn) {
        this.objects = objects;
        this.telemetry = telemetry;
        this.deadline = deadline;
        this.functionArn = functionArn;
    }

    /// @return the ids of the messages that must come again
    /// @throws RuntimeException the first failure, where the source is not told which messages failed
    List<String> take(List<ObjectMessage> messages, PartialAnswer answer) {
        messages.forEach(this::take);
        if (first != null && (answer == PartialAnswer.NEVER || failed.contains(""))) {
            throw first;
        }
        return failed;
    }

    private void take(ObjectMessage message) {
        try {
            switch (message) {
                case ObjectMessage.Read(_, var notices) -> notices.forEach(this::take);
                case ObjectMessage.Refused(_, var why) -> throw why;
            }
        } catch (RuntimeException e) {
            telemetry.objectNotTaken(message.id(), e);
            failed.add(message.id());
            first = first == null ? e : first;
        }
    }

    private void take(UploadEvent notice) {
        Taken taken = objects.take(notice, deadline, functionArn);
        telemetry.staged(taken.summary());
        if (taken instanceof Taken.Begun) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, notice.name() + " takes longer than this"
                    + " invocation may: its first parts are staged, and the next attempt goes on after them");
        }
    }
}
