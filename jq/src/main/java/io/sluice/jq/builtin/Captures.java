package io.sluice.jq.builtin;

import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.Utf8;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.joni.Matcher;
import org.joni.NameEntry;
import org.joni.Option;
import org.joni.Region;
import org.joni.exception.InternalException;
import org.jspecify.annotations.Nullable;

/// The named groups of a regular expression that a whole text matches. Immutable; for any number of threads.
public final class Captures {
    private final org.joni.Regex regex;
    private final List<Group> groups;

    /// @param numbers of the groups of that name
    private record Group(String name, int[] numbers) {}

    private Captures(org.joni.Regex regex) {
        this.regex = regex;
        List<Group> named = new ArrayList<>();
        Iterator<NameEntry> names = regex.numberOfNames() > 0
                ? regex.namedBackrefIterator()
                : List.<NameEntry>of().iterator();
        names.forEachRemaining(entry -> named.add(
                new Group(Utf8.text(entry.name, entry.nameP, entry.nameEnd), entry.getBackRefs().clone())));
        named.sort(Comparator.comparingInt(group -> group.numbers[0]));
        this.groups = List.copyOf(named);
    }

    /// Compiles `expression`.
    ///
    /// @throws io.sluice.jq.value.JqError when it is none
    /// @throws JqStop when it is not supported
    public static Captures of(String expression) {
        RegexCache.regex(expression, Option.CAPTURE_GROUP); // what is wrong is told of it as it is written
        return new Captures(RegexCache.regex("\\A(?:" + expression + ")\\z", Option.CAPTURE_GROUP));
    }

    /// The names of the groups, in the order in which they open.
    public List<String> names() {
        return groups.stream().map(Group::name).toList();
    }

    /// The texts of the groups, in the order of their names; empty where `text` does not match.
    ///
    /// @throws JqStop when that takes too long
    public Optional<List<@Nullable String>> match(byte[] text) {
        Matcher matcher = regex.matcher(text, 0, text.length, RegexCache.TIMEOUT_NANOS);
        try {
            if (matcher.searchInterruptible(0, text.length, Option.NONE) < 0) {
                return Optional.empty();
            }
        } catch (InternalException e) {
            throw RegexDifferences.notSupported("this expression (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw JqStop.limit("longer than the thread may run");
            }
            throw JqStop.limit("too long to match a regular expression");
        }
        Region region = matcher.getEagerRegion();
        List<@Nullable String> texts = new ArrayList<>(groups.size());
        groups.forEach(group -> texts.add(text(group, region, text)));
        return Optional.of(texts);
    }

    /// The text of the last group of the name that has a part in the match.
    private static @Nullable String text(Group group, Region region, byte[] text) {
        for (int i = group.numbers.length - 1; i >= 0; i--) {
            int from = region.getBeg(group.numbers[i]);
            if (from >= 0) {
                return Utf8.text(text, from, region.getEnd(group.numbers[i]));
            }
        }
        return null;
    }
}
