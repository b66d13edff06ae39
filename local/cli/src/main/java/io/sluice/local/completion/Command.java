package io.sluice.local.completion;

import java.util.List;

/// A command, as a shell completes it.
///
/// @param path       its words, as `retention set`; empty for what stands before any command
/// @param about      what it does, in a sentence
/// @param options    its options
/// @param parameters what stands in it beside options
public record Command(String path, String about, List<Option> options, Values parameters) {
    public Command {
        options = List.copyOf(options);
    }

    /// The last of its words.
    String name() {
        return path.substring(path.lastIndexOf(' ') + 1);
    }

    /// The words before that.
    String parent() {
        return path.contains(" ") ? path.substring(0, path.lastIndexOf(' ')) : "";
    }

    /// An option.
    ///
    /// @param names  as `-h` and `--help`
    /// @param about  what it is for, in a sentence
    /// @param values what comes after it
    public record Option(List<String> names, String about, Values values) {
        public Option {
            names = List.copyOf(names);
        }
    }

    /// The words that can stand at a place.
    public sealed interface Values {
        /// Nothing: the option is alone.
        record Nothing() implements Values {}

        /// A text or a number, which nobody can complete.
        record Text() implements Values {}

        /// A file or a folder.
        record Files() implements Values {}

        /// One of these.
        record Words(List<String> words) implements Values {
            public Words {
                words = List.copyOf(words);
            }
        }
    }
}
