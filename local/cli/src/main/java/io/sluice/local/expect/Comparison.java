package io.sluice.local.expect;

import io.sluice.local.Sizes;
import io.sluice.local.report.PlainText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Compares what became of a record with what was expected, character by character.
final class Comparison {
    private final List<String> differences = new ArrayList<>();
    /// The one of several records that is compared; empty when there is one.
    private String which = "";

    private Comparison() {}

    /// A sentence for each difference.
    static List<String> of(TestCase each, List<ExpectedOutcome> outcomes) {
        var comparison = new Comparison();
        if (outcomes.size() != each.outcomes()) {
            comparison.differences.add("expected %s to come out, got %s%s".formatted(
                    Sizes.count(each.outcomes(), "record"), Sizes.count(outcomes.size()),
                    outcomes.isEmpty() ? "" : ", the first " + told(outcomes.getFirst())));
        }
        for (int i = 0; i < Math.min(outcomes.size(), each.outcomes()); i++) {
            comparison.which = each.outcomes() == 1 ? "" : "record " + (i + 1) + ": ";
            ExpectedOutcome outcome = outcomes.get(i);
            each.expected(i).ifPresent(expected -> comparison.compare(expected, outcome));
        }
        return comparison.differences;
    }

    private void compare(Expected expected, ExpectedOutcome outcome) {
        switch (expected) {
            case Expected.Delivered wanted when outcome instanceof ExpectedOutcome.Delivered found ->
                delivered(wanted, found);
            case Expected.Rejected wanted when outcome instanceof ExpectedOutcome.Rejected found ->
                rejected(wanted, found);
            case Expected.Dropped() when outcome instanceof ExpectedOutcome.Dropped -> {
            }
            case Expected.Delivered _ -> add("expected a delivered record, got one " + told(outcome));
            case Expected.Rejected _ -> add("expected a rejected record, got one " + told(outcome));
            case Expected.Dropped() -> add("expected a dropped record, got one " + told(outcome));
        }
    }

    private void delivered(Expected.Delivered wanted, ExpectedOutcome.Delivered found) {
        new TreeMap<>(wanted.keys()).forEach((name, value) -> {
            String got = found.keys().get(name);
            if (got == null) {
                add("keys." + name + ": expected " + quoted(value) + ", and there is no such key (there are "
                        + new TreeMap<>(found.keys()).keySet() + ")");
            } else {
                text("keys." + name, value, got);
            }
        });
        wanted.prefix().ifPresent(prefix -> text("prefix", prefix, found.prefix()));
        wanted.data().filter(data -> !Arrays.equals(data, found.data())).ifPresent(data -> {
            Optional<String> expected = utf8(data);
            Optional<String> got = utf8(found.data());
            if (expected.isPresent() && got.isPresent()) {
                text("text", expected.get(), got.get());
            } else {
                text("base64", Base64.getEncoder().encodeToString(data),
                        Base64.getEncoder().encodeToString(found.data()));
            }
        });
    }

    private void rejected(Expected.Rejected wanted, ExpectedOutcome.Rejected found) {
        wanted.code().ifPresent(code -> text("error.code", code, found.code()));
        wanted.message().ifPresent(message -> text("error.message", message, found.message()));
        wanted.prefix().ifPresent(prefix -> text("error.prefix", prefix, found.prefix()));
    }

    private void text(String field, String expected, String got) {
        if (!expected.equals(got)) {
            add(field + ": expected " + quoted(expected) + ", got " + quoted(got) + apart(expected, got));
        }
    }

    /// Returns the first place at which texts differ that may look alike: only told of characters that are not on
    /// everybody's keyboard.
    private static String apart(String expected, String got) {
        int at = Arrays.mismatch(expected.toCharArray(), got.toCharArray());
        boolean ascii = expected.chars().allMatch(c -> c < 0x7F) && got.chars().allMatch(c -> c < 0x7F);
        return ascii
                ? ""
                : "; they differ at character " + (at + 1) + ": " + codeAt(expected, at) + " and "
                        + codeAt(got, at);
    }

    private static String codeAt(String text, int at) {
        return at >= text.length() ? "the end" : "U+%04X".formatted(text.codePointAt(at));
    }

    private static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static String told(ExpectedOutcome outcome) {
        return switch (outcome) {
            case ExpectedOutcome.Delivered found -> "delivered under " + quoted(found.prefix());
            case ExpectedOutcome.Rejected found ->
                "rejected under " + quoted(found.prefix()) + ": " + found.code() + ", "
                        + found.message() + (found.detail().isEmpty() ? "" : " (" + found.detail() + ")");
            case ExpectedOutcome.Dropped() -> "dropped";
        };
    }

    private static String quoted(String text) {
        return '"' + PlainText.of(text) + '"';
    }

    private void add(String difference) {
        differences.add(PlainText.of(which + difference));
    }
}
