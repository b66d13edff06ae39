package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.source.SourceText;
import java.util.List;
import software.amazon.awscdk.Token;

/// Log groups whose events are a stream's records.
///
/// @param names         of log groups that are there, in the stack's account and region, or tokens of the app's own
///     (`getLogGroupName`)
/// @param filterPattern which events are sent, in CloudWatch Logs' own syntax; empty: all
public record LogGroups(List<String> names, String filterPattern) {
    private static final int PATTERN_CHARS_MAX = 1024;

    /// A function's policy has 20,480 bytes, of which a log group's permission takes its name and these.
    private static final int POLICY_BYTES = 20_480;
    private static final int PERMISSION_BYTES = 560;

    public LogGroups {
        SourceText.requireAll(ResourceText.LOG_GROUP, "The log groups", names);
        names = List.copyOf(names);
        if (!Token.isUnresolved(filterPattern) && filterPattern.length() > PATTERN_CHARS_MAX) {
            throw new DeploymentException("A filter pattern has at most %d characters, and not %d".formatted(
                    PATTERN_CHARS_MAX, filterPattern.length()));
        }
        int bytes = names.stream().mapToInt(name -> PERMISSION_BYTES + name.length()).sum();
        if (bytes > POLICY_BYTES) {
            throw new DeploymentException(("%d log groups are too many for one stream: their permissions take some %,d"
                    + " bytes of the function's policy, and AWS has room for %,d. Make it several streams, or send the"
                    + " groups to a Firehose stream")
                    .formatted(names.size(), bytes, POLICY_BYTES));
        }
    }

    /// All events of these.
    public static LogGroups of(String... names) {
        return new LogGroups(List.of(names), "");
    }
}
