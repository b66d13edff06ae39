package io.sluice.local.smoke;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The sender of records. Those that the queue refuses are sent again; those without an answer are not.
///
/// @param sent all that it sends
record Load(CloudQueues queues, String queue, Pace pace, SentRecords sent) {
    private static final int TRIES = 10;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    /// Sends `count` further records.
    ///
    /// @throws SmokeException when some were refused to the end
    void send(int count) {
        List<String> all = sent.next(count);
        for (int i = 0; i < all.size(); i += CloudQueues.MESSAGES_MAX) {
            pace.interruption().check();
            send(all.subList(i, Math.min(all.size(), i + CloudQueues.MESSAGES_MAX)));
        }
    }

    private void send(List<String> batch) {
        List<String> left = new ArrayList<>(batch);
        for (int tries = 0; tries < TRIES && !left.isEmpty(); tries++) {
            pace.pause(tries == 0 ? Duration.ZERO : BETWEEN_TRIES);
            left = queues.send(queue, left);
        }
        if (!left.isEmpty()) {
            throw new SmokeException("the queue refused " + left.size() + " records " + TRIES + " times");
        }
    }
}
