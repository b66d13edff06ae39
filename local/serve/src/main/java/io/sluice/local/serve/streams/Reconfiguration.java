package io.sluice.local.serve.streams;

import io.sluice.api.ApiException;
import io.sluice.api.StreamState;
import io.sluice.objects.StoreException;
import java.io.IOException;

/// The change of a stream's configuration: as a whole or not at all. One that fails is asked for again, and must not
/// find itself done.
record Reconfiguration(LiveStream stream, StreamFolders folders) {
    /// Goes on under another state.
    ///
    /// @throws ApiException when the bucket changes and what is open can't be delivered now
    void carryOut(StreamState changed) {
        try {
            stream.betweenDeliveries(changed, () -> change(changed));
        } catch (IOException | StoreException e) {
            throw ApiException.unavailable("The bucket can't be changed now: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The bucket can't be changed now: the server ends.");
        }
    }

    private void change(StreamState changed) {
        StreamState before = stream.state();
        folders.keep(stream, changed);
        try {
            stream.takeFunctions();
        } catch (RuntimeException | Error e) {
            folders.keep(stream, before);
            throw e;
        }
        stream.goOn();
    }
}
