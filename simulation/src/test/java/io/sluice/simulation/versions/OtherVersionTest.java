package io.sluice.simulation.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.flush.Flusher;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

final class OtherVersionTest {
    /// A value of which the other version has another form.
    ///
    /// @param gone that the other version does not have
    record Sample(String name, Sort sort, long gone) {}

    enum Sort {
        KEPT, GONE
    }

    private static final String OTHER_SAMPLE = """
            package io.sluice.simulation.versions;

            final class OtherVersionTest {
                record Sample(java.util.Optional<String> added, Sort sort, String name) {}
                enum Sort { KEPT }
            }
            """;

    @Test
    void itsClassesAreItsOwnAllTheWay() {
        OtherVersion other = same();
        Class<?> flusher = other.named(Flusher.class);
        assertNotSame(Flusher.class, flusher);
        List<Class<?>> types = Arrays.stream(flusher.getDeclaredFields()).<Class<?>>map(Field::getType)
                .filter(type -> type.getName().startsWith(OtherVersion.PRODUCT)).toList();
        assertTrue(types.size() > 3, types::toString);
        types.forEach(type -> assertSame(flusher.getClassLoader(), type.getClassLoader(), type::getName));
    }

    @Test
    void aStoreIsAskedByTheOtherVersionAndComesBackAsItself() {
        OtherVersion other = same();
        ObjectStore store = new MemoryObjectStore(InstantSource.system());
        Object theirs = Objects.requireNonNull(other.theirs(store));
        assertTrue(other.named(ObjectStore.class).isInstance(theirs));
        assertSame(store, other.ours(theirs));
        store.put(new ObjectKey("a"), Body.of(new byte[]{7}));
        assertEquals(7, other.call(byte[].class, theirs, "get", new ObjectKey("a"))[0]);
    }

    /// It is the other version's on the way, and this one's again in the end.
    @Test
    void whatAStoreFailsWithComesBack() {
        OtherVersion other = same();
        Object theirs = Objects
                .requireNonNull(other.theirs(new MemoryObjectStore(InstantSource.system())));
        ObjectKey missing = new ObjectKey("missing");
        assertEquals(Optional.empty(), other.call(Optional.class, theirs, "find", missing));
        StoreException failed = assertThrows(StoreException.class,
                () -> other.call(byte[].class, theirs, "get", missing));
        assertEquals(StoreException.Kind.MISSING, failed.kind());
        assertTrue(failed.getMessage().contains("missing"), failed::getMessage);
    }

    @Test
    void aValueCrossesWhereWhatOneVersionAloneHasIsNothing(@TempDir Path folder) throws IOException {
        OtherVersion other = changed(folder);
        Object theirs = Objects.requireNonNull(other.theirs(new Sample("a", Sort.KEPT, 0)));
        assertEquals("Sample[added=Optional.empty, sort=KEPT, name=a]", theirs.toString());
        assertEquals(new Sample("a", Sort.KEPT, 0), other.ours(theirs));
    }

    @Test
    void whatWouldBeLostDoesNotCross(@TempDir Path folder) throws IOException {
        OtherVersion other = changed(folder);
        doesNotCross("has no gone in the other version, and it is 1",
                () -> other.theirs(new Sample("a", Sort.KEPT, 1)));
        doesNotCross("has no GONE in the other version", () -> other.theirs(new Sample("a", Sort.GONE, 0)));
        Object added = other.make(Sample.class, Optional.of("more"), Sort.KEPT, "a");
        doesNotCross("has no added in the other version", () -> other.ours(added));
    }

    private static void doesNotCross(String why, Executable crossing) {
        String message = String.valueOf(assertThrows(IllegalStateException.class, crossing).getMessage());
        assertTrue(message.contains(why), message);
    }

    private static OtherVersion same() {
        return load(CompiledSource.classPath());
    }

    private static OtherVersion changed(Path folder) throws IOException {
        return load(CompiledSource.compile(folder, "OtherVersionTest.java", OTHER_SAMPLE) + File.pathSeparator
                + CompiledSource.classPath());
    }

    private static OtherVersion load(String classPath) {
        return OtherVersion.load(Arrays.stream(classPath.split(File.pathSeparator)).map(Path::of).toList());
    }
}
