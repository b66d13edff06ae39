package io.sluice.local.cli;

import io.sluice.local.s3.S3Access;
import io.sluice.local.serve.streams.OutsideServers;
import java.util.Optional;
import picocli.CommandLine.Option;

/// `--s3`, of every command that takes addresses in S3.
final class S3Option {
    @Option(names = "--s3", paramLabel = "URL", description = {
            "The server of s3:// addresses (default: AWS, or AWS_ENDPOINT_URL_S3). Credentials and region are found",
            "where AWS's tools find them: AWS_PROFILE, AWS_ACCESS_KEY_ID, AWS_REGION and so on."})
    private Optional<String> url = Optional.empty();

    /// The way there; nothing is asked before an address is.
    ///
    /// @throws io.sluice.local.UsageException when it is no URL of a server
    S3Access access() {
        return new S3Access(url.map(each -> OutsideServers.uri("--s3", each)));
    }
}
