package io.sluice.local.s3;

import io.sluice.aws.ServiceClients;
import io.sluice.local.server.LocalServices;
import java.util.Map;
import java.util.Optional;

/// The services of a run that delivers into a bucket of the user's: what is staged, and the index, are on this machine.
///
/// @param local  the services of this machine, called without a server
/// @param out    where objects go
/// @param bucket the stream's, by whose name the functions call it
public record S3OutServices(LocalServices local, S3Out out, String bucket) implements LocalServices {
    @Override
    public Map<String, String> environment() {
        return local.environment();
    }

    @Override
    public Optional<ServiceClients> clients() {
        return local.clients().map(each -> new ServiceClients(out.before(each.s3(), bucket), each.dynamoDb()));
    }

    @Override
    public Optional<String> fullDisk(Throwable failure) {
        return local.fullDisk(failure);
    }

    @Override
    public Optional<String> lostIndex(String stream, long batchesStaged) {
        return local.lostIndex(stream, batchesStaged);
    }

    @Override
    public void close() {
        local.close();
    }
}
