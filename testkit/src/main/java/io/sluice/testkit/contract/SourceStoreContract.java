package io.sluice.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The contract of every source store, for fakes and adapters alike.
public abstract class SourceStoreContract {
    protected abstract SourceStore source();

    protected abstract void write(String key, String content);

    private SourceObject only(String prefix) {
        List<SourceObject> objects = source().list(prefix, "").objects();
        assertEquals(1, objects.size(), objects.toString());
        return objects.getFirst();
    }

    @Test
    void aRangeIsGivenExactly() {
        write("exact/a", "0123456789");
        assertEquals("345", new String(source().read(only("exact/"), new ByteRange(3, 3)), UTF_8));
        assertEquals("9", new String(source().read(only("exact/"), new ByteRange(9, 1)), UTF_8));
    }

    /// A version that is shorter than it was listed has not changed and is not gone: its store contradicts itself.
    @Test
    void aRangeThatTheVersionDoesNotHaveInWholeIsMissingAndNeverShort() {
        write("short/a", "0123456789");
        SourceObject object = only("short/");
        for (ByteRange range : List.of(new ByteRange(0, 11), new ByteRange(9, 2), new ByteRange(10, 1),
                new ByteRange(5_000_000_000L, 1))) {
            StoreException e = assertThrows(StoreException.class, () -> source().read(object, range), range.toString());
            assertEquals(StoreException.Kind.MISSING, e.kind(), e.getMessage());
            assertTrue(e.getMessage().contains("short/a"), e.getMessage());
        }
    }

    @Test
    void anotherVersionIsToldBeforeItsLength() {
        write("other/a", "0123456789");
        SourceObject object = only("other/");
        write("other/a", "9876");
        for (ByteRange range : List.of(new ByteRange(0, 4), new ByteRange(3, 2), new ByteRange(9, 1))) {
            assertThrows(SourceChangedException.class, () -> source().read(object, range), range.toString());
        }
        SourceObject gone = new SourceObject(new ObjectKey("other/none"), object.etag(), 10, object.modified());
        assertThrows(SourceChangedException.class, () -> source().read(gone, new ByteRange(0, 1)));
    }
}
