package io.sluice.api;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// An access key that may call.
///
/// @param id      names the key in requests; letters and digits
/// @param secret  what requests are signed with; [#toString] leaves it out
/// @param streams the only ones that it may name; empty: all
public record CallerKey(String id, String secret, Optional<Set<String>> streams) {
    /// DynamoDB Local takes no others.
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]+");

    /// @throws IllegalArgumentException when the id is none, or the secret is empty
    public CallerKey {
        if (!isId(id)) {
            throw new IllegalArgumentException("an access key is letters and digits, as AWS's are, not '" + id + "'");
        }
        if (secret.isEmpty()) {
            throw new IllegalArgumentException("the access key " + id + " has no secret");
        }
        streams = streams.map(Set::copyOf);
    }

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /// Makes sure that a call may name a stream.
    ///
    /// @throws ApiException as AWS answers whoever has no right to, whether there is such a stream or not
    public void requireRight(String operation, String stream) {
        if (!mayName(stream)) {
            throw ApiException.of("AccessDeniedException", "The access key " + id
                    + " is not authorized to perform: firehose:" + operation + " on resource: "
                    + StreamState.arn(stream));
        }
    }

    /// Tests whether a call may name a stream.
    public boolean mayName(String stream) {
        return streams.map(some -> some.contains(stream)).orElse(true);
    }

    /// Names no secret.
    @Override
    public String toString() {
        return id;
    }
}
