package io.sluice.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// The contract of every [ObjectStore]. Each test uses keys of its own, so that one bucket serves them all.
public abstract class ObjectStoreContract {
    private static final ObjectAttributes OURS = new ObjectAttributes("gzip", "fingerprint-1");

    /// The store under test.
    protected abstract ObjectStore store();

    /// The same bucket.
    protected abstract ObjectTree tree();

    @Test
    void keysAreListedInTheOrderOfTheirBytes() {
        List<String> keys = List.of("order/a", "order/\uFF21", "order/\uD83D\uDE00");
        keys.reversed().forEach(key -> store().put(new ObjectKey(key), body(key)));
        assertEquals(keys, store().list("order/", "").objects().stream().map(info -> info.key().value()).toList());
        assertEquals(keys.subList(2, 3), store().list("order/", "order/\uFF21").objects().stream()
                .map(info -> info.key().value()).toList());
        assertEquals(keys, keys.reversed().stream().map(ObjectKey::new).sorted().map(ObjectKey::value).toList());
    }

    @Test
    void givesBackWhatWasPut() {
        ObjectKey key = new ObjectKey("put/a b/ü=1/x");
        store().put(key, body("hello"));
        assertEquals("hello", new String(store().get(key), UTF_8));
    }

    @Test
    void aSecondPutReplacesTheFirst() {
        ObjectKey key = new ObjectKey("replace/x");
        store().put(key, body("one"));
        store().put(key, body("three"));
        assertEquals("three", new String(store().get(key), UTF_8));
    }

    @Test
    void givesRangesExactly() {
        ObjectKey key = new ObjectKey("range/x");
        store().put(key, body("0123456789"));
        assertEquals("234", new String(store().get(key, new ByteRange(2, 3)), UTF_8));
        assertEquals("9", new String(store().get(key, new ByteRange(9, 1)), UTF_8));
    }

    /// S3 itself gives what there is of a range that ends after the object, and 416 for one that begins there.
    @Test
    void aRangeThatTheObjectDoesNotHaveInWholeIsMissingAndNeverShort() {
        ObjectKey key = new ObjectKey("short/x");
        store().put(key, body("0123456789"));
        ObjectKey empty = new ObjectKey("short/empty");
        store().put(empty, body(""));
        for (ByteRange range : List.of(new ByteRange(0, 11), new ByteRange(9, 2), new ByteRange(10, 1),
                new ByteRange(11, 5), new ByteRange(5_000_000_000L, 1))) {
            assertMissing(key, range);
            assertMissing(empty, range);
        }
        assertMissing(empty, new ByteRange(0, 1));
        assertMissing(new ObjectKey("short/none"), new ByteRange(0, 1));
    }

    private void assertMissing(ObjectKey key, ByteRange range) {
        StoreException e = assertThrows(StoreException.class, () -> store().get(key, range), key + " " + range);
        assertEquals(StoreException.Kind.MISSING, e.kind(), e.getMessage());
        assertTrue(e.getMessage().contains(key.value()), e.getMessage());
    }

    @Test
    void whatIsNotThereIsMissing() {
        StoreException e = assertThrows(StoreException.class, () -> store().get(new ObjectKey("missing/x")));
        assertEquals(StoreException.Kind.MISSING, e.kind());
        assertTrue(e.getMessage().contains("missing/x"), e.getMessage());
        assertTrue(store().head(new ObjectKey("missing/x")).isEmpty());
    }

    @Test
    void createsOnlyOnceAndKeepsTheFirst() {
        ObjectKey key = new ObjectKey("create/x");
        assertEquals(ObjectStore.Created.CREATED, store().create(key, body("first"), OURS));
        assertEquals(ObjectStore.Created.EXISTED,
                store().create(key, body("second"), new ObjectAttributes("", "other")));
        assertEquals("first", new String(store().get(key), UTF_8));
    }

    @Test
    void headTellsLengthAndFingerprint() {
        ObjectKey key = new ObjectKey("head/x");
        store().create(key, body("12345"), OURS);
        ObjectInfo info = store().head(key).orElseThrow();
        assertEquals(5, info.length());
        assertEquals("fingerprint-1", info.fingerprint());
    }

    @Test
    void largeObjectsAreCreatedWholeAndOnlyOnce() {
        ObjectKey key = new ObjectKey("large/x");
        byte[] bytes = new byte[(33 << 20) + 17];
        new Random(1).nextBytes(bytes);
        assertEquals(ObjectStore.Created.CREATED, store().create(key, Body.of(bytes), OURS));
        assertEquals(ObjectStore.Created.EXISTED, store().create(key, Body.of(bytes), OURS));
        assertArrayEquals(bytes, store().get(key));
        assertEquals("fingerprint-1", store().head(key).orElseThrow().fingerprint());
    }

    @Test
    void ofRacingCreatesOneWins() throws Exception {
        ObjectKey key = new ObjectKey("race/x");
        List<Callable<ObjectStore.Created>> racers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Body body = body("racer " + i);
            racers.add(() -> store().create(key, body, OURS));
        }
        int winners = 0;
        try (var executor = Executors.newFixedThreadPool(8)) {
            for (var result : executor.invokeAll(racers)) {
                winners += result.get() == ObjectStore.Created.CREATED ? 1 : 0;
            }
        }
        assertEquals(1, winners);
    }

    @Test
    void deletesManyAndForgivesWhatIsNotThere() {
        List<ObjectKey> keys = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            keys.add(new ObjectKey("delete/" + i));
            store().put(keys.getLast(), body("x"));
        }
        keys.add(new ObjectKey("delete/never-there"));
        store().delete(keys);
        keys.forEach(key -> assertTrue(store().head(key).isEmpty(), key.value()));
    }

    @Test
    void givesOneLevelOfFoldersAndTheObjectsBesideThem() {
        for (String name : List.of("tree/a/1", "tree/a/b/2", "tree/c=12/3", "tree/c=123/4", "tree/d", "treetop/5")) {
            store().put(new ObjectKey(name), body(name));
        }
        FolderPage page = tree().folders("tree/", Optional.empty());
        assertEquals(List.of("tree/a/", "tree/c=12/", "tree/c=123/"), page.folders());
        assertEquals(List.of("tree/d"), page.objects().stream().map(info -> info.key().value()).toList());
        assertTrue(page.next().isEmpty());
        assertEquals(List.of("tree/c=12/", "tree/c=123/"), tree().folders("tree/c=12", Optional.empty()).folders());
        FolderPage none = tree().folders("tree/none/", Optional.empty());
        assertTrue(none.folders().isEmpty() && none.objects().isEmpty() && none.next().isEmpty());
    }

    @Test
    void givesEachFolderOnceOverItsPages() {
        List<ObjectKey> keys = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            keys.add(new ObjectKey("pages/k=%04d/x".formatted(i)));
            store().put(keys.getLast(), body("x"));
        }
        List<String> folders = new ArrayList<>();
        Optional<String> token = Optional.empty();
        int pages = 0;
        do {
            FolderPage page = tree().folders("pages/", token);
            folders.addAll(page.folders());
            token = page.next();
            pages++;
        } while (token.isPresent());
        assertEquals(keys.stream().map(key -> key.value().substring(0, "pages/k=0000/".length())).toList(), folders);
        assertEquals(2, pages);
        assertEquals(List.of(), tree().remove(keys));
        assertTrue(store().list("pages/", "").objects().isEmpty());
    }

    @Test
    void removesWhatIsThereAndForgivesWhatIsNot() {
        ObjectKey key = new ObjectKey("remove/x");
        store().put(key, body("x"));
        assertEquals(List.of(), tree().remove(List.of(key, new ObjectKey("remove/never-there"))));
        assertTrue(store().head(key).isEmpty());
    }

    @Test
    void listsAPrefixInKeyOrder() {
        for (String name : List.of("list/b", "list/a", "list/c/d", "listing")) {
            store().put(new ObjectKey(name), body(name));
        }
        ObjectPage page = store().list("list/", "");
        assertEquals(List.of("list/a", "list/b", "list/c/d"),
                page.objects().stream().map(info -> info.key().value()).toList());
        assertFalse(page.more());
        assertEquals(List.of("list/c/d"),
                store().list("list/", "list/b").objects().stream().map(info -> info.key().value()).toList());
    }

    protected static Body body(String text) {
        return Body.of(text.getBytes(UTF_8));
    }
}
