package io.sluice.jq;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Puts programs together from the pieces in `jq16/pieces.txt`: simple filters, and templates with `%s` for filters.
final class JqProgramGenerator {
    private final Map<String, List<String>> pieces = pieces();
    private final SplittableRandom random;

    JqProgramGenerator(SplittableRandom random) {
        this.random = random;
    }

    String program() {
        return filter(1 + random.nextInt(3));
    }

    String input() {
        return pick("inputs");
    }

    private String filter(int depth) {
        if (depth == 0) {
            return pick("filters");
        }
        String template = pick("templates");
        StringBuilder program = new StringBuilder();
        int from = 0;
        for (int at = template.indexOf("%s"); at >= 0; at = template.indexOf("%s", from)) {
            program.append(template, from, at).append(filter(random.nextBoolean() ? depth - 1 : 0));
            from = at + 2;
        }
        return program.append(template.substring(from)).toString();
    }

    private String pick(String section) {
        List<String> all = pieces.getOrDefault(section, List.of("."));
        return all.get(random.nextInt(all.size()));
    }

    private static Map<String, List<String>> pieces() {
        Map<String, List<String>> sections = new HashMap<>();
        List<String> section = new ArrayList<>();
        for (String line : text().lines().toList()) {
            if (line.startsWith("## ")) {
                section = sections.computeIfAbsent(line.substring(3), _ -> new ArrayList<>());
            } else if (!line.isEmpty()) {
                section.add(line);
            }
        }
        return sections;
    }

    private static String text() {
        try (InputStream in = JqProgramGenerator.class.getResourceAsStream("/jq16/pieces.txt")) {
            if (in == null) {
                throw new IllegalStateException("jq16/pieces.txt is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
