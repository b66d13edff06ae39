package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every class and letter of a list, with and without regard to case, in every place of a list, on every text of a list
/// beyond ASCII: by this evaluator and by the jq 1.6 binary on the PATH. `-Dsluice.jq.gridStep=1` asks for all 25,000
/// pairs; unless told, each sixteenth program is asked.
@Tag("sized")
final class JqGridTest {
    private static final List<String> ATOMS = List.of("\\w", "\\W", "\\d", "\\D", "\\s", "\\S", "\\h", "\\H", ".",
            "[[:alpha:]]", "[[:alnum:]]", "[[:blank:]]", "[[:cntrl:]]", "[[:digit:]]", "[[:graph:]]", "[[:lower:]]",
            "[[:print:]]", "[[:punct:]]", "[[:space:]]", "[[:upper:]]", "[[:xdigit:]]", "[[:word:]]", "[[:^alpha:]]",
            "[[:^lower:]]", "[[:^upper:]]", "[[:^punct:]]", "\\p{L}", "\\p{Lu}", "\\p{Ll}", "\\p{Lt}", "\\P{L}",
            "\\P{Lu}", "\\p{N}", "\\p{Nd}", "\\p{P}", "\\p{S}", "\\p{Z}", "\\p{Greek}", "\\p{Cyrillic}", "\\p{Latin}",
            "\\p{Han}", "\\p{^L}", "[\\w.-]", "[^\\w]", "[^\\W]", "[\\W\\d]", "[a-z]", "[^a-z]", "[A-Z]", "[à-ü]",
            "[^à-ü]", "[À-Ý]", "[α-ω]", "[а-я]", "[ß]", "[^ß]", "[ſ]", "[k]", "[K]", "[i]", "[ı]", "[İ]", "[ŉ]", "[ﬃ]",
            "[ǆ]", "[σς]", "[日-月]", "[😀-😂]", "[𐐀-𐐧]", "é", "É", "ß", "ẞ", "ss", "ſ", "Σ", "ς", "ﬃ", "ffi");
    private static final List<String> PLACES = List.of("%s", "%s+@?", "^(?:%s|a)*$");
    private static final List<String> FLAGS = List.of("g", "i", "gi");
    private static final List<String> TEXTS = List.of("", "a", "José <j@x.com>", "Straße 12", "STRASSE", "ẞ",
            "İstanbul ıI", "ſsS", "KkK", "ὈΔΥΣΣΕΎΣ", "οδυσσεύς", "Привет, МИР", "日本語", "😀😂", "𐐀𐐨", "ŉ ʼn",
            "ﬃ ffi FFI", "ǆǅǄ", "ﬆ st", "é", "Å Å å", "µ μ Μ", "½ ² ٣ ७", "a\\u00a0b\\u2003c", "„Zitat“ – €5", "_-.@",
            "ꟲ 🩷 𑼂 ೳ", "ÀÝàýÿŸ", "ÑandÚ", "Ω Ω ω", "\\u0001\\u001f\\u007f\\u0085", "\\n\\t\\r é", "ᏸ Ᏸ ꭰ", "ა Ა",
            "ԱՒ և");

    @Test
    void everyClassOnEveryTextGivesWhatTheBinaryGivesOrIsRefused() throws Exception {
        assumeTrue(Jq16Binary.isThere(), "jq 1.6 is not on the PATH; JqCasesTest has answers of it");
        int step = Integer.getInteger("sluice.jq.gridStep", 16);
        List<String> programs = programs();
        List<String> inputs = TEXTS.stream().map(text -> '"' + text + '"').toList();
        List<Future<JqComparison>> running = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        Map<String, Integer> refusals = new TreeMap<>();
        int pairs = 0;
        try (ExecutorService processes = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (int i = 0; i < programs.size(); i += step) {
                String program = programs.get(i);
                running.add(processes.submit(() -> JqComparison.of(program, inputs)));
            }
            for (Future<JqComparison> each : running) {
                JqComparison comparison = each.get();
                pairs += comparison.pairs();
                comparison.refusals().forEach(refusal -> refusals.merge(refusal, 1, Integer::sum));
                differences.addAll(comparison.differences());
            }
        }
        System.out.println("grid beside jq 1.6: " + running.size() + " programs, " + pairs + " pairs, "
                + differences.size() + " different, refused by name: " + refusals);
        assertEquals(List.of(), differences);
        assertEquals(running.size() * inputs.size(), pairs, "pairs with an answer of both");
    }

    private static List<String> programs() {
        List<String> programs = new ArrayList<>();
        for (String atom : ATOMS) {
            for (String place : PLACES) {
                for (String flags : FLAGS) {
                    programs.add("[match(\"" + place.formatted(atom).replace("\\", "\\\\") + "\";\"" + flags
                            + "\")|[.offset,.length,.string]]");
                }
            }
        }
        return programs;
    }
}
