package io.sluice.local.smoke;

import java.util.List;

/// Amazon SQS: the queue that the stream reads.
interface CloudQueues {
    /// The most messages of one call.
    int MESSAGES_MAX = 10;

    /// Makes a queue whose messages stay hidden as long as the mapping of the transform function needs.
    ///
    /// @return its ARN
    String create(String queue);

    /// Puts up to [#MESSAGES_MAX] messages, once. The call is not repeated when no answer comes: a message that was
    /// taken would be there twice.
    ///
    /// @return those that were refused
    List<String> send(String queue, List<String> messages);

    void remove(String queue);
}
