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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Programs and inputs by the grammar in `jq16/grammar.txt`. The same random numbers give the same programs.
final class JqProgramGenerator {
    private static final Pattern REFERENCE = Pattern.compile("<([a-z0-9]+)>");
    private static final int DEPTH_MAX = 3;

    private final Map<String, List<String>> rules = rules();
    private final SplittableRandom random;

    JqProgramGenerator(SplittableRandom random) {
        this.random = random;
    }

    String program() {
        return program("program");
    }

    /// @param rule of what kind, as the grammar has it
    String program(String rule) {
        return expand(rule, 1 + random.nextInt(DEPTH_MAX));
    }

    /// An input for programs of a kind: `program` or another.
    String input(String rule) {
        return expand(rule.equals("program") ? "input" : rule + "input", 1);
    }

    /// @param depth how many filters may still be nested
    private String expand(String rule, int depth) {
        boolean shallow = depth <= 0 && rules.containsKey(rule + ".");
        Matcher references = REFERENCE.matcher(pick(shallow ? rule + "." : rule));
        StringBuilder text = new StringBuilder();
        while (references.find()) {
            String name = references.group(1);
            String inner = rules.containsKey(name)
                    ? expand(name, name.equals("filter") ? depth - 1 : depth)
                    : references.group();
            references.appendReplacement(text, Matcher.quoteReplacement(inner));
        }
        return references.appendTail(text).toString();
    }

    private String pick(String rule) {
        List<String> choices = rules.get(rule);
        if (choices == null || choices.isEmpty()) {
            throw new IllegalStateException("jq16/grammar.txt has no rule " + rule);
        }
        return choices.get(random.nextInt(choices.size()));
    }

    /// An empty line is a choice, but for the last before the next rule.
    private static Map<String, List<String>> rules() {
        Map<String, List<String>> rules = new HashMap<>();
        List<String> choices = new ArrayList<>();
        for (String line : text().lines().toList()) {
            if (line.startsWith("## ")) {
                removeLastBlank(choices);
                choices = rules.computeIfAbsent(line.substring(3), _ -> new ArrayList<>());
            } else {
                choices.add(line);
            }
        }
        removeLastBlank(choices);
        return rules;
    }

    private static void removeLastBlank(List<String> choices) {
        if (!choices.isEmpty() && choices.getLast().isEmpty()) {
            choices.removeLast();
        }
    }

    private static String text() {
        try (InputStream in = JqProgramGenerator.class.getResourceAsStream("/jq16/grammar.txt")) {
            if (in == null) {
                throw new IllegalStateException("jq16/grammar.txt is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
