package io.sluice.local.server;

import io.sluice.aws.ServiceClients;
import java.util.Map;
import java.util.Optional;

/// The services that a run works on: a stream's data bucket as a folder, its staging bucket, and its index table.
/// Either on servers ([EmbeddedServices]) or on the same files and tables without a server ([DirectServices]); what one
/// of them left, the other goes on with.
public interface LocalServices extends AutoCloseable {
    /// The environment variables of the functions.
    Map<String, String> environment();

    /// The clients that take the functions' requests; empty where servers do, which the environment names.
    Optional<ServiceClients> clients();

    /// One sentence about the disk, when it is what `failure` came of; see [FullDisk].
    Optional<String> fullDisk(Throwable failure);

    /// Returns what is wrong with the index of `stream`, which a run was writing, as a clause: it is gone, or a
    /// recovery of it was cut short; see [LostIndex]. Empty when nothing is.
    ///
    /// @param batchesStaged how many batches are known to be staged, and will not be handed over again
    Optional<String> lostIndex(String stream, long batchesStaged);

    /// Files and tables stay.
    @Override
    void close();
}
