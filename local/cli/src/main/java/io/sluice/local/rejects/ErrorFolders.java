package io.sluice.local.rejects;

import io.sluice.config.StreamConfiguration;
import io.sluice.reject.ErrorOutputType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The places of a stream's error objects.
///
/// @param ofTypes for each error output type, what its objects' keys have
record ErrorFolders(List<OfType> ofTypes) {
    /// The common parts of the keys of one type's error objects: every error prefix has the type in it.
    ///
    /// @param head what they begin with, before anything that time decides; may be empty
    /// @param type what stands somewhere in them
    record OfType(String head, String type) {
        boolean holds(String key) {
            return key.startsWith(head) && key.contains(type);
        }
    }

    ErrorFolders {
        ofTypes = List.copyOf(ofTypes);
    }

    static ErrorFolders of(StreamConfiguration stream) {
        return new ErrorFolders(Arrays.stream(ErrorOutputType.values()).map(ErrorOutputType::wireName)
                .map(type -> new OfType(stream.errorOutputPrefix().bind(Map.of(), Map.of(), type).text()
                        .split("!\\{", 2)[0], type))
                .toList());
    }

    /// Tests whether an error object may have that key.
    boolean hold(String key) {
        return ofTypes.stream().anyMatch(each -> each.holds(key));
    }
}
