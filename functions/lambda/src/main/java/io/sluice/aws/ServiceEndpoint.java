package io.sluice.aws;

import java.net.URI;

/// The address of a service in place of AWS's own endpoint, an embedded server's or an emulator's, and who one is
/// there.
///
/// @param uri    scheme, host and port
/// @param key    the access key's id
/// @param secret the access key's secret; [#toString] leaves it out
public record ServiceEndpoint(URI uri, String key, String secret) {
    private static final String ANYBODY = "embedded";

    public ServiceEndpoint {
        if (key.isEmpty() || secret.isEmpty()) {
            throw new IllegalArgumentException("the access key for " + uri + " must have an id and a secret");
        }
    }

    /// A server that takes any credentials, as emulators do.
    public static ServiceEndpoint open(URI uri) {
        return new ServiceEndpoint(uri, ANYBODY, ANYBODY);
    }

    @Override
    public String toString() {
        return uri + " as " + key;
    }
}
