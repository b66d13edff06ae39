package io.sluice.docs;

import java.util.Optional;

/// A fenced block of a page.
sealed interface Block {
    /// Where it begins, its fence, from 1.
    int line();

    /// What is in it, without its fences.
    String text();

    /// What commands print, and where.
    enum Stream {
        OUTPUT, ERROR
    }

    /// Commands for a shell.
    ///
    /// @param whyNotRun what the comment before the fence gives as the reason; empty: they are run
    record Commands(int line, String text, Optional<String> whyNotRun) implements Block {}

    /// What the commands before it print, as [Shown] reads it.
    record Output(int line, String text, Stream stream) implements Block {}

    /// A file that the commands after it need, at `file` in the page's folder.
    record Sample(int line, String text, String file) implements Block {}

    /// Anything else, as a drawing or a program.
    record Other(int line, String text) implements Block {}
}
