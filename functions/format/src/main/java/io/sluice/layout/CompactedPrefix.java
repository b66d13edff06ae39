package io.sluice.layout;

import java.util.Optional;
import java.util.regex.Pattern;

/// The prefix of a stream's compacted objects: its own folders under another one.
///
/// @param head   the literal text that all keys of the stream begin with
/// @param prefix the folder of compacted objects, with its slash
public record CompactedPrefix(String head, String prefix) {
    /// The names that the folder may have: none that engines take for hidden, and nothing that needs encoding.
    public static final Pattern PATTERN = Pattern.compile("([A-Za-z0-9][A-Za-z0-9_.-]*/){1,8}");

    private static final Pattern DATE = Pattern.compile("\\d{4}[-/]\\d{2}[-/]\\d{2}");

    /// @throws PrefixException when one would hold the other, or the day of a path would not be told any more
    public CompactedPrefix {
        fault(head, prefix).ifPresent(fault -> {
            throw new PrefixException(fault);
        });
    }

    /// Returns what is wrong with a folder for what begins with `head`; empty when nothing is.
    public static Optional<String> fault(String head, String prefix) {
        if (!PATTERN.matcher(prefix).matches()) {
            return Optional
                    .of("'" + prefix + "' is no folder for compacted objects: it ends with a slash, and its names"
                            + " have letters, digits and . _ - and begin with a letter or a digit");
        }
        if (DATE.matcher(prefix).find()) {
            return Optional.of("'" + prefix + "' has a date, which would be taken for the day of what is under it");
        }
        if (head.isEmpty()) {
            return Optional.of("the stream's Prefix begins with an expression, so that its objects cannot be told from"
                    + " what they are compacted to by what they begin with; let it begin with a text, such as net= or"
                    + " events/");
        }
        return prefix.startsWith(head) || head.startsWith(prefix)
                ? Optional.of("'" + prefix + "' and the stream's Prefix, which begins with '" + head + "', hold one"
                        + " another: the compaction would read what it writes; name another folder")
                : Optional.empty();
    }

    /// The folder, with its slash, for what objects of the folder of `key` are compacted to.
    public String folder(String key) {
        return prefix + key.substring(above(), key.lastIndexOf('/') + 1);
    }

    /// The key, among the stream's own folders, that a compacted object would have there.
    ///
    /// @param key begins with the folder of compacted objects
    public String origin(String key) {
        return head.substring(0, above()) + key.substring(prefix.length());
    }

    /// The number of leading characters of the stream's keys that are left out: the folders that all of them are in.
    private int above() {
        return head.lastIndexOf('/') + 1;
    }

    /// The prefix of compacted objects as an expression.
    ///
    /// @param stream the stream's own
    public PrefixExpression of(PrefixExpression stream) {
        return stream.under(prefix, above());
    }
}
