package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The faults of `planted-faults.md`, each kind ten times, in places drawn from a seed: verify ends with status 1 and
/// names the file, or the place in the input.
@Tag("long")
final class PlantedFaultsTest {
    private static final Path LIST = Path.of("src", "test", "resources", "planted-faults.md");
    private static final int OF_EACH_KIND = 10;
    private static final Map<PlantedFolder.Kind, PlantedFolder> FOLDERS = new EnumMap<>(PlantedFolder.Kind.class);

    @BeforeAll
    static void deliver(@TempDir Path folder) throws IOException {
        for (PlantedFolder.Kind kind : PlantedFolder.Kind.values()) {
            FOLDERS.put(kind, PlantedFolder.make(kind, folder.resolve(kind.name())));
        }
    }

    /// Plants a fault.
    private interface Fault {
        /// @return texts one of which verify has to say
        List<String> plant(PlantedFolder in, Random random) throws IOException;
    }

    private record Case(String kind, int seed) {
        @Override
        public String toString() {
            return kind + " " + seed + " " + folder();
        }

        PlantedFolder.Kind folder() {
            PlantedFolder.Kind[] kinds = PlantedFolder.Kind.values();
            return kinds[seed % kinds.length];
        }
    }

    private static Stream<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String kind : listed()) {
            for (int seed = 0; seed < OF_EACH_KIND; seed++) {
                cases.add(new Case(kind, seed));
            }
        }
        return cases.stream();
    }

    private static List<String> listed() throws IOException {
        return Files.readAllLines(LIST).stream().filter(line -> line.startsWith("| ") && !line.startsWith("| kind"))
                .map(line -> line.substring(2, line.indexOf(" |", 2)).strip()).toList();
    }

    @Test
    void thereAreTwoHundred() throws IOException {
        assertEquals(200, cases().count());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isFoundAndNamed(Case of) throws IOException {
        PlantedFolder folder = Objects.requireNonNull(FOLDERS.get(of.folder()));
        folder.restore();
        List<String> names = fault(of.kind).plant(folder, new Random(of.kind.hashCode() * 31L + of.seed));
        Outcome found = folder.verify();
        assertEquals(1, found.status(), of + ": " + names + "\n" + found);
        assertTrue(names.stream().anyMatch(found.out()::contains), of + ": none of " + names + " in\n" + found);
    }

    private static Fault fault(String kind) {
        return switch (kind) {
            case "record-removed" -> PlantedFaultsTest::recordRemoved;
            case "record-doubled" -> (in, random) -> changed(in, random, records -> records.add(
                    random.nextInt(records.size()), records.get(random.nextInt(records.size()))));
            case "record-moved" -> PlantedFaultsTest::recordMoved;
            case "record-altered" -> (in, random) -> changed(in, random, records -> alter(records, random));
            case "record-from-elsewhere" -> (in, random) -> changed(in, random,
                    records -> records.add(records.getFirst().replaceFirst("\"id\":\"", "\"id\":\"elsewhere")));
            case "object-removed" -> PlantedFaultsTest::objectRemoved;
            case "object-copied" -> PlantedFaultsTest::objectCopied;
            case "object-copied-aside" -> PlantedFaultsTest::objectCopiedAside;
            case "object-emptied" -> (in, random) -> cut(in, object(in, random), 0);
            case "object-cut" -> (in, random) -> {
                Path object = object(in, random);
                return cut(in, object, 1 + random.nextInt((int) Files.size(object) - 1));
            };
            case "object-cut-at-member" -> PlantedFaultsTest::cutAtMember;
            case "object-bit" -> PlantedFaultsTest::bit;
            case "object-joined" -> PlantedFaultsTest::joined;
            case "leftover-whole" -> (in, random) -> leftover(in, random, Integer.MAX_VALUE);
            case "leftover-half" -> (in, random) -> leftover(in, random, 2);
            case "leftover-hidden-dot" -> PlantedFaultsTest::hiddenDot;
            case "foreign-text" -> PlantedFaultsTest::foreignText;
            case "folder-renamed" -> PlantedFaultsTest::folderRenamed;
            case "error-record-removed" -> PlantedFaultsTest::errorRecord;
            case "source-back" -> PlantedFaultsTest::sourceBack;
            default -> throw new IllegalArgumentException("nobody plants a fault of the kind " + kind);
        };
    }

    private static <T> T one(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    private static Path object(PlantedFolder in, Random random) throws IOException {
        return one(in.objects(), random);
    }

    /// One of at least two records.
    private static Path large(PlantedFolder in, Random random) throws IOException {
        List<Path> large = new ArrayList<>();
        for (Path object : in.objects()) {
            if (in.records(object).size() > 1) {
                large.add(object);
            }
        }
        return one(large, random);
    }

    private interface Change {
        void to(List<String> records);
    }

    private static List<String> changed(PlantedFolder in, Random random, Change change) throws IOException {
        Path object = large(in, random);
        List<String> records = in.records(object);
        change.to(records);
        in.write(object, records);
        return List.of(in.name(object));
    }

    private static void alter(List<String> records, Random random) {
        int at = random.nextInt(records.size());
        String record = records.get(at);
        int id = record.indexOf("\"id\":\"") + 6;
        int letter = id + random.nextInt(record.indexOf('"', id) - id);
        records.set(at, record.substring(0, letter) + (record.charAt(letter) == 'x' ? 'y' : 'x')
                + record.substring(letter + 1));
    }

    private static List<String> recordRemoved(PlantedFolder in, Random random) throws IOException {
        Path object = large(in, random);
        List<String> records = in.records(object);
        String gone = records.remove(random.nextInt(records.size()));
        in.write(object, records);
        return List.of(in.place(gone));
    }

    private static Path folder(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    private static Path elsewhere(PlantedFolder in, Path object, Random random) throws IOException {
        return one(in.objects().stream().filter(each -> !folder(each).equals(folder(object))).toList(), random);
    }

    private static List<String> recordMoved(PlantedFolder in, Random random) throws IOException {
        Path from = large(in, random);
        Path to = elsewhere(in, from, random);
        List<String> records = in.records(from);
        List<String> more = in.records(to);
        more.add(records.remove(random.nextInt(records.size())));
        in.write(from, records);
        in.write(to, more);
        return List.of("misplaced: " + in.name(to));
    }

    private static List<String> objectRemoved(PlantedFolder in, Random random) throws IOException {
        Path object = object(in, random);
        String first = in.records(object).getFirst();
        Files.delete(object);
        return List.of(in.place(first));
    }

    private static Path another(Path object, Random random) {
        String name = object.getFileName().toString();
        String digits = "%012x".formatted(random.nextLong() & 0xFFFF_FFFF_FFFFL);
        return object.resolveSibling(name.replaceFirst("[0-9a-f]{12}(-C\\d+)?(\\.|$)", digits + "$1$2"));
    }

    private static List<String> objectCopied(PlantedFolder in, Random random) throws IOException {
        Path object = object(in, random);
        Path copy = another(object, random);
        Files.copy(object, copy);
        return List.of(in.name(copy), in.name(object));
    }

    private static List<String> objectCopiedAside(PlantedFolder in, Random random) throws IOException {
        Path object = object(in, random);
        Path copy = elsewhere(in, object, random).resolveSibling(object.getFileName());
        Files.copy(object, copy);
        return List.of(in.name(copy));
    }

    private static List<String> cut(PlantedFolder in, Path object, int bytes) throws IOException {
        String first = in.records(object).getFirst();
        PlantedFolder.put(object, Arrays.copyOf(Files.readAllBytes(object), bytes));
        return List.of(in.name(object), in.place(first));
    }

    private static List<String> cutAtMember(PlantedFolder in, Random random) throws IOException {
        Path object = large(in, random);
        List<String> records = in.records(object);
        in.write(object, records.subList(0, 1));
        return List.of(in.place(records.get(1)));
    }

    /// Rot: what is kept beside the bytes stays as it is.
    private static List<String> bit(PlantedFolder in, Random random) throws IOException {
        Path object = object(in, random);
        byte[] bytes = Files.readAllBytes(object);
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(object, bytes, StandardOpenOption.WRITE);
        return List.of(in.name(object));
    }

    private static List<String> joined(PlantedFolder in, Random random) throws IOException {
        Path one = object(in, random);
        Path other = elsewhere(in, one, random);
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(Files.readAllBytes(one));
        both.writeBytes(Files.readAllBytes(other));
        Path at = random.nextBoolean() ? another(one, random) : one;
        PlantedFolder.put(at, both.toByteArray());
        return List.of(in.name(at));
    }

    private static List<String> leftover(PlantedFolder in, Random random, int part) throws IOException {
        Path object = object(in, random);
        Path left = object.resolveSibling(object.getFileName() + "-4f1a9e52-7c33-4d0e-9a41-" + "%012x".formatted(
                random.nextLong() & 0xFFFF_FFFF_FFFFL));
        byte[] bytes = Files.readAllBytes(object);
        PlantedFolder.put(left, part == 2 ? Arrays.copyOf(bytes, bytes.length / part) : bytes);
        return List.of(in.name(left));
    }

    private static List<String> hiddenDot(PlantedFolder in, Random random) throws IOException {
        Path object = object(in, random);
        Path hidden = object.resolveSibling("." + object.getFileName());
        Files.copy(object, hidden);
        return List.of(in.name(hidden));
    }

    private static List<String> foreignText(PlantedFolder in, Random random) throws IOException {
        Path object = object(in, random);
        String extension = PlantedFolder.isParquet(object) ? ".parquet" : ".gz";
        Path text = object.resolveSibling("notes-" + random.nextInt(1_000) + extension);
        Files.writeString(text, "not mine\n");
        return List.of(in.name(text));
    }

    private static List<String> folderRenamed(PlantedFolder in, Random random) throws IOException {
        Path object = object(in, random);
        String first = in.records(object).getFirst();
        Path folder = random.nextBoolean() ? folder(object) : folder(folder(object));
        Path renamed = folder.resolveSibling(folder.getFileName().toString().startsWith("net=")
                ? "net=zz"
                : "date=2018-03-0" + (1 + random.nextInt(9)));
        Files.move(folder, renamed);
        return List.of(in.name(renamed) + "/", in.place(first));
    }

    /// Where there are none, a record is put there as if it had been rejected: alone, or as one that could not be
    /// delivered under its keys.
    private static List<String> errorRecord(PlantedFolder in, Random random) throws IOException {
        List<Path> errors = in.files("errors/");
        if (!errors.isEmpty()) {
            Files.delete(one(errors, random));
            return List.of(in.place("{\"id\":\"no key\"}"));
        }
        Path object = object(in, random);
        boolean refused = random.nextBoolean();
        String type = refused ? "processing-failed" : "metadata-extraction-failed";
        String code = refused ? "Sluice.DeliveryRefused" : "DynamicPartitioning.MetadataExtractionFailed";
        String record = one(in.records(object), random) + "\n";
        String line = "{\"attemptsMade\":1,\"arrivalTimestamp\":1517443200000,\"errorCode\":\"" + code
                + "\",\"errorMessage\":\"planted\",\"attemptEndingTimestamp\":1517443200000,\"rawData\":\""
                + Base64.getEncoder().encodeToString(record.getBytes(UTF_8)) + "\"}";
        Path error = in.bucket().resolve("errors/" + type + "/quakes-1-2018-02-01-00-00-00-"
                + "00000000-0000-8000-8000-%012x.gz".formatted(random.nextInt(1_000)));
        Files.createDirectories(error.getParent());
        SmallQuakes.write(error, List.of(line));
        return List.of(in.name(error));
    }

    private static List<String> sourceBack(PlantedFolder in, Random random) throws IOException {
        if (!in.removed().isEmpty()) {
            Path back = one(List.copyOf(in.removed().keySet()), random);
            PlantedFolder.put(back, Objects.requireNonNull(in.removed().get(back)));
            return List.of(in.name(back));
        }
        Path today = object(in, random);
        Path earlier = folder(today).resolveSibling("date=2017-12-" + (10 + random.nextInt(20)))
                .resolve(another(today, random).getFileName().toString().replaceFirst("-20\\d\\d-", "-2017-"));
        PlantedFolder.put(earlier, Files.readAllBytes(today));
        return List.of(in.name(earlier));
    }
}
