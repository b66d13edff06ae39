package io.sluice.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.objects.Body;
import io.sluice.objects.MemoryObjectStore;
import io.sluice.objects.ObjectKey;
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
