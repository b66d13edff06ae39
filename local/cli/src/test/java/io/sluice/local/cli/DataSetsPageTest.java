package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The page of public data sets, which `build/datasets/run` makes, held against the list that it goes by: it has each
/// of them, with the shape, the options and the verdict that the list has. What a run finds is for the run to compare.
final class DataSetsPageTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Path LIST = ROOT.resolve("build/datasets/sets.tsv");
    private static final Path PAGE = ROOT.resolve("docs/reference/datasets.md");
    private static final String HEADING = "name\tfile\tshape\tverdict\toptions";
    private static final int SETS_MIN = 40;

    private record Listed(String name, String shape, String verdict, String options) {
        private static Listed of(String line) {
            String[] cells = line.split("\t", -1);
            return new Listed(cells[0], cells[2], cells[3], cells[4]);
        }

        /// Tests whether `row` of the page is of this set.
        private boolean isToldBy(String row) {
            String[] cells = row.split("(?<!\\\\)\\|", -1);
            return cells.length == 7 && cells[1].strip().equals(name) && cells[2].strip().equals(shape)
                    && isToldBy(cells[3].strip(), cells[4].strip()) && !cells[5].isBlank();
        }

        private boolean isToldBy(String records, String proposal) {
            return switch (verdict) {
                case "taken" -> records.matches("[1-9][\\d,]*") && proposal.startsWith("`")
                        && (options.isEmpty() || proposal.contains("`" + options + "`"));
                case "refused" -> records.isEmpty() && proposal.matches("refused: .{20,}");
                default -> false;
            };
        }
    }

    private static List<Listed> listed() throws IOException {
        List<String> lines = Files.readAllLines(LIST);
        assertEquals(HEADING, lines.getFirst());
        return lines.stream().skip(1).map(Listed::of).toList();
    }

    @Test
    void thePageHasEachSetOfTheListWithItsVerdict() throws IOException {
        List<Listed> sets = listed();
        List<String> rows = Files.readAllLines(PAGE).stream().dropWhile(line -> !line.startsWith("|---")).skip(1)
                .takeWhile(line -> line.startsWith("|")).toList();
        assertEquals(sets.stream().map(Listed::name).toList(), rows.stream().map(row -> row.split("\\|", -1)[1].strip())
                .toList());
        for (int i = 0; i < rows.size(); i++) {
            String row = rows.get(i);
            assertTrue(sets.get(i).isToldBy(row), sets.get(i) + " is not what the page has: " + row);
        }
    }

    @Test
    void eachNameIsOnce() throws IOException {
        List<String> names = listed().stream().map(Listed::name).toList();
        assertEquals(names.size(), new HashSet<>(names).size());
    }

    @Test
    void thePageTellsHowManyThereAre() throws IOException {
        int count = listed().size();
        assertTrue(count >= SETS_MIN);
        assertTrue(Files.readString(PAGE).contains(" " + count + " public data sets"));
    }
}
