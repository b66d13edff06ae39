package io.sluice.local.rejects;

import io.sluice.config.StreamConfiguration;
import io.sluice.reject.ErrorOutputType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Where a stream's error objects are: what their keys begin with, before anything that time decides.
///
/// @param heads one for each error output type; empty texts when the prefix begins with a time
public record ErrorFolders(List<String> heads) {
    public ErrorFolders {
        heads = List.copyOf(heads);
    }

    public static ErrorFolders of(StreamConfiguration stream) {
        return new ErrorFolders(Arrays.stream(ErrorOutputType.values())
                .map(type -> stream.errorOutputPrefix().bind(Map.of(), Map.of(), type.wireName()).text()
                        .split("!\\{", 2)[0])
                .distinct().toList());
    }

    /// Whether an error object may have that key. Without a head any object may: its lines tell then.
    public boolean hold(String key) {
        return heads.stream().anyMatch(key::startsWith);
    }
}
