package io.sluice.event;

import java.util.List;
import java.util.Optional;

/// A log event of a subscription.
///
/// @param id              given by CloudWatch Logs, the same whenever it sends the event
/// @param timestamp       epoch milliseconds, from 1970 to 9999; the writer's
/// @param extractedFields JSON on one line, where the filter's pattern has fields
record LogEvent(String id, long timestamp, String message, Optional<String> extractedFields) {
    /// The origin that all log events of an event have in common.
    ///
    /// @param owner   the account that the log group belongs to
    /// @param filters the names of the subscription filters that matched
    record Origin(String owner, String logGroup, String logStream, List<String> filters) {
        Origin {
            filters = List.copyOf(filters);
        }

        /// Tells the sender apart from all others. Two filters of one log group send each log event once.
        String name() {
            return "logs\n" + owner + "\n" + logGroup + "\n" + logStream + "\n" + String.join("\n", filters);
        }
    }
}
