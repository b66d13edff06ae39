package io.sluice.lean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The jars that are deployed lack nothing that a function can come to need.
final class LeanJarTest {
    private static final Path TOP_LEVEL = Path.of("..").toAbsolutePath().normalize();
    private static final String CLASS = ".class";
    /// The answer to what staging asks.
    private static final String NEEDED = "software/amazon/awssdk/services/s3/model/PutObjectResponse.class";

    private static Path jar(String module, String suffix) {
        Path file = TOP_LEVEL.resolve(module).resolve("target").resolve("sluice-" + module + suffix + ".jar");
        assumeTrue(Files.isRegularFile(file), "The jar is built by the package phase: run mvn verify");
        return file;
    }

    /// A third of what their modules need is left out, of the jar that writes Parquet a quarter.
    @ParameterizedTest
    @CsvSource({"functions,0.667", "parquet,0.75"})
    void theyAreSmall(String module, double wholeMax) throws IOException {
        long lean = Files.size(jar(module, ""));
        long whole = Files.size(jar(module, "-whole"));
        assertTrue(lean <= wholeMax * whole, lean + " bytes of " + whole);
    }

    @ParameterizedTest
    @ValueSource(strings = {"functions", "parquet"})
    void theyAreTheWholeJarsWithoutWhatIsLeftOut(String module) throws IOException {
        WholeJar whole = WholeJar.read(jar(module, "-whole"));
        WholeJar lean = WholeJar.read(jar(module, ""));
        Selection selection = Selection.of(whole, "arm64");

        Set<String> both = new TreeSet<>(lean.entries().keySet());
        both.addAll(selection.leftOut());
        assertEquals(whole.entries().keySet(), both);
        assertEquals(whole.entries().size(), lean.entries().size() + selection.leftOut().size());
        lean.entries().forEach((name, content) -> {
            if (!name.startsWith("META-INF/services/")) {
                assertArrayEquals(whole.entries().get(name), content, name);
            }
        });
        assertTrue(selection.leftOut().stream().noneMatch(name -> name.startsWith("io/sluice/")
                || name.startsWith("META-INF/licenses/")), selection.leftOut().toString());
    }

    /// HotSpot's own verifier sees every class of the jar; an empty class in the place of each that is left out is what
    /// it never takes for what it looks for.
    @ParameterizedTest
    @ValueSource(strings = {"functions", "parquet"})
    void theJvmLinksEveryClassWithoutThoseThatAreLeftOut(String module) throws IOException {
        WholeJar whole = WholeJar.read(jar(module, "-whole"));
        SortedMap<String, byte[]> lean = WholeJar.read(jar(module, "")).entries();
        Set<String> leftOut = new TreeSet<>(whole.entries().keySet());
        leftOut.removeAll(lean.keySet());

        Map<String, String> before = unlinked(whole.entries(), Set.of());
        Map<String, String> after = unlinked(lean, leftOut);
        after.keySet().removeAll(before.keySet());
        assertEquals(Map.of(), after);
    }

    /// By class, why it cannot be linked: with optional parts of libraries, what they are optional to.
    private static Map<String, String> unlinked(SortedMap<String, byte[]> entries, Set<String> decoys) {
        var loader = new JarLoader(entries, decoys);
        var unlinked = new TreeMap<String, String>();
        entries.keySet().stream().filter(name -> name.endsWith(CLASS) && !name.startsWith("META-INF/"))
                .map(name -> name.substring(0, name.length() - CLASS.length()))
                .forEach(name -> loader.link(name).ifPresent(error -> unlinked.put(name, error.toString())));
        return unlinked;
    }

    @ParameterizedTest
    @ValueSource(strings = {"functions", "parquet"})
    void noMethodThatCanRunNamesAClassThatIsLeftOut(String module) throws IOException {
        WholeJar whole = WholeJar.read(jar(module, "-whole"));
        Set<String> lean = WholeJar.read(jar(module, "")).entries().keySet();

        Map<String, Set<String>> named = named(whole, lean);
        assertFalse(named.isEmpty(), "some operations of a client are named and not called");
        Reach reach = Selection.reach(whole);
        named.keySet().removeIf(method -> !reach.reaches(method));
        assertEquals(Map.of(), named);
    }

    @Test
    void aClassTooFewIsFound() throws IOException {
        WholeJar whole = WholeJar.read(jar("functions", "-whole"));
        SortedMap<String, byte[]> lean = new TreeMap<>(WholeJar.read(jar("functions", "")).entries());
        lean.remove(NEEDED);

        Map<String, Set<String>> named = named(whole, lean.keySet());
        Reach reach = Selection.reach(whole);
        named.keySet().removeIf(method -> !reach.reaches(method));
        assertTrue(
                named.keySet().stream().anyMatch(
                        method -> method.startsWith("software/amazon/awssdk/services/s3/DefaultS3Client.putObject")),
                named.toString());
    }

    /// By method of a class that is there, the classes of the whole jar that it names and that are not.
    private static Map<String, Set<String>> named(WholeJar whole, Set<String> lean) {
        var named = new TreeMap<String, Set<String>>();
        for (Type type : whole.types()) {
            if (lean.contains(type.name() + CLASS) && !missing(type.model().constantPool(), whole, lean).isEmpty()) {
                for (MethodModel method : type.model().methods()) {
                    Set<String> missing = missing(alone(type, method).constantPool(), whole, lean);
                    if (!missing.isEmpty()) {
                        named.put(type.name() + "." + Type.key(method), missing);
                    }
                }
            }
        }
        return named;
    }

    private static Set<String> missing(Iterable<?> pool, WholeJar whole, Set<String> lean) {
        return StreamSupport.stream(pool.spliterator(), false).filter(ClassEntry.class::isInstance)
                .map(entry -> ((ClassEntry) entry).asInternalName())
                .map(name -> name.startsWith("[") ? name.replaceFirst("^\\[+L(.*);$", "$1") : name)
                .filter(name -> whole.holds(name) && !lean.contains(name + CLASS))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// A class of this one method, whose constant pool has what the method names and nothing else.
    private static ClassModel alone(Type type, MethodModel method) {
        var file = ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL);
        return file.parse(file.build(type.model().thisClass().asSymbol(), built -> built.with(method)));
    }
}
