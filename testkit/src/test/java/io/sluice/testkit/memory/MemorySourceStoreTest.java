package io.sluice.testkit.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceStore;
import io.sluice.testkit.contract.SourceStoreContract;
import java.time.Instant;

final class MemorySourceStoreTest extends SourceStoreContract {
    private final MemoryObjectStore bucket = new MemoryObjectStore(() -> Instant.EPOCH);

    @Override
    protected SourceStore source() {
        return new MemorySourceStore(bucket);
    }

    @Override
    protected void write(String key, String content) {
        bucket.put(new ObjectKey(key), Body.of(content.getBytes(UTF_8)));
    }
}
