package io.sluice.local.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The view over delivered and compacted objects, read as SQL: which objects a query on it reads. It understands the
/// conditions that a view of a compaction has (days, paths, names of rounds) and refuses all others. Immutable.
///
/// Source: `docs/how-to/compaction.md`, "What readers see".
final class ViewText {
    private static final Pattern TOKEN = Pattern
            .compile("\\s*(?:'((?:[^']|'')*)'|\"((?:[^\"]|\"\")*)\"|([A-Za-z_]+)|(\\|\\||[(),=.]))");

    /// The part of one table that one branch reads.
    private record Branch(String table, Predicate<String> where) {}

    /// @param kind `'` a text, `"` a name, `a` a word, otherwise the sign itself
    private record Token(String kind, String text) {}

    private final String bucket;
    private final List<Branch> branches = new ArrayList<>();
    private final List<Token> tokens = new ArrayList<>();
    private int next;
    private boolean lists;

    private ViewText(String bucket) {
        this.bucket = bucket;
    }

    /// @throws IOException when the text is none of a compaction's
    static ViewText parse(String sql, String bucket) throws IOException {
        ViewText view = new ViewText(bucket);
        view.tokenize(sql);
        view.statement();
        return view;
    }

    /// Tests whether the view lists what it reads of some days, so that nobody can tell what else there is from what
    /// came since.
    boolean lists() {
        return lists;
    }

    /// Returns the number of times that a query reads an object that belongs to a table of that name.
    long reads(String table, String key) {
        return branches.stream().filter(branch -> branch.table.equals(table) && branch.where.test(key)).count();
    }

    private void tokenize(String sql) throws IOException {
        Matcher matcher = TOKEN.matcher(sql);
        int at = 0;
        while (at < sql.stripTrailing().length()) {
            if (!matcher.find(at) || matcher.start() != at) {
                throw new IOException("the view's text is not a compaction's from character " + at + " on");
            }
            at = matcher.end();
            if (matcher.group(1) != null) {
                tokens.add(new Token("'", matcher.group(1).replace("''", "'")));
            } else if (matcher.group(2) != null) {
                tokens.add(new Token("\"", matcher.group(2).replace("\"\"", "\"")));
            } else if (matcher.group(3) != null) {
                tokens.add(new Token("a", matcher.group(3)));
            } else {
                tokens.add(new Token(matcher.group(4), matcher.group(4)));
            }
        }
    }

    private void statement() throws IOException {
        while (next < tokens.size()) {
            while (next < tokens.size() && !isWord("FROM")) {
                next++;
            }
            if (next == tokens.size()) {
                break;
            }
            next++;
            take("\"");
            take(".");
            String table = take("\"");
            Predicate<String> where = _ -> true;
            if (isWord("WHERE")) {
                next++;
                where = any();
            }
            branches.add(new Branch(table, where));
            if (next < tokens.size() && !isWord("UNION")) {
                throw unknown();
            }
        }
        if (branches.isEmpty()) {
            throw new IOException("the view's text reads no table");
        }
    }

    private Predicate<String> any() throws IOException {
        Predicate<String> condition = all();
        while (isWord("OR")) {
            next++;
            condition = condition.or(all());
        }
        return condition;
    }

    private Predicate<String> all() throws IOException {
        Predicate<String> condition = one();
        while (isWord("AND")) {
            next++;
            condition = condition.and(one());
        }
        return condition;
    }

    private Predicate<String> one() throws IOException {
        if (isWord("NOT")) {
            next++;
            return one().negate();
        }
        if (isWord("false")) {
            next++;
            return _ -> false;
        }
        if (is("(")) {
            next++;
            Predicate<String> inner = any();
            take(")");
            return inner;
        }
        if (isWord("regexp_like")) {
            return pattern();
        }
        return comparison(value());
    }

    private Predicate<String> pattern() throws IOException {
        next++;
        take("(");
        Function<String, Optional<String>> path = value();
        take(",");
        Pattern pattern = Pattern.compile(take("'"));
        take(")");
        return key -> path.apply(key).filter(text -> pattern.matcher(text).find()).isPresent();
    }

    private Predicate<String> comparison(Function<String, Optional<String>> value) throws IOException {
        if (is("=")) {
            next++;
            String text = take("'");
            return key -> value.apply(key).filter(text::equals).isPresent();
        }
        if (isWord("BETWEEN")) {
            next++;
            String first = take("'");
            word("AND");
            String last = take("'");
            return key -> value.apply(key)
                    .filter(text -> first.compareTo(text) <= 0 && text.compareTo(last) <= 0).isPresent();
        }
        boolean without = isWord("NOT");
        next += without ? 1 : 0;
        word("IN");
        lists |= !without;
        Set<String> texts = texts();
        return key -> value.apply(key).filter(texts::contains).isPresent() != without;
    }

    private Set<String> texts() throws IOException {
        Set<String> texts = new HashSet<>();
        take("(");
        texts.add(take("'"));
        while (is(",")) {
            next++;
            texts.add(take("'"));
        }
        take(")");
        return texts;
    }

    /// A column, `"$path"`, a date out of it, or such values one after another.
    private Function<String, Optional<String>> value() throws IOException {
        Function<String, Optional<String>> value = term();
        while (is("||")) {
            next++;
            Function<String, Optional<String>> left = value;
            Function<String, Optional<String>> right = term();
            value = key -> left.apply(key).flatMap(text -> right.apply(key).map(more -> text + more));
        }
        return value;
    }

    private Function<String, Optional<String>> term() throws IOException {
        if (is("'")) {
            String text = take("'");
            return _ -> Optional.of(text);
        }
        if (is("\"")) {
            String name = take("\"");
            return name.equals("$path") ? key -> Optional.of("s3://" + bucket + "/" + key) : key -> folder(key, name);
        }
        if (isWord("regexp_extract")) {
            next++;
            take("(");
            Function<String, Optional<String>> of = value();
            take(",");
            Pattern pattern = Pattern.compile(take("'"));
            take(")");
            return key -> of.apply(key).map(pattern::matcher).filter(Matcher::find).map(Matcher::group);
        }
        word("replace");
        take("(");
        Function<String, Optional<String>> of = value();
        take(",");
        String text = take("'");
        take(",");
        String by = take("'");
        take(")");
        return key -> of.apply(key).map(given -> given.replace(text, by));
    }

    /// Returns the value of a folder `name=value` of the key.
    private static Optional<String> folder(String key, String name) {
        for (String folder : key.substring(0, key.lastIndexOf('/') + 1).split("/", -1)) {
            if (folder.startsWith(name + "=")) {
                return Optional.of(folder.substring(name.length() + 1));
            }
        }
        return Optional.empty();
    }

    private boolean is(String kind) {
        return next < tokens.size() && tokens.get(next).kind.equals(kind);
    }

    private boolean isWord(String word) {
        return is("a") && tokens.get(next).text.equals(word);
    }

    private void word(String word) throws IOException {
        if (!isWord(word)) {
            throw unknown();
        }
        next++;
    }

    private String take(String kind) throws IOException {
        if (!is(kind)) {
            throw unknown();
        }
        return tokens.get(next++).text;
    }

    private IOException unknown() {
        return new IOException("the view's text is not a compaction's at '"
                + (next < tokens.size() ? tokens.get(next).text : "its end") + "'");
    }
}
