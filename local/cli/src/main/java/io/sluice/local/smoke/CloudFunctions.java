package io.sluice.local.smoke;

import com.fasterxml.jackson.databind.JsonNode;

/// AWS Lambda: functions and the mappings that call them.
interface CloudFunctions {
    /// The answer of a function's alias `live`, waited for.
    ///
    /// @throws SmokeException when it ended with an error
    JsonNode invoke(String function, String event);

    /// Has Lambda refuse every call of a function.
    void stop(String function);

    /// Takes [#stop] back.
    void start(String function);

    /// Has a mapping read nothing any more.
    void detach(String mapping);

    /// Has a mapping read again.
    void attach(String mapping);

    /// The state of a mapping, as `Enabled` or `Disabling`.
    String state(String mapping);
}
