package io.sluice.jq.builtin;

/// A group of a regular expression that is open while [RegexDifferences] goes over it.
final class RegexGroup {
    final int start;
    final boolean look;
    final boolean behind;
    private final boolean plain;
    private boolean onlyAnchors = true;
    /// The start of the choice that is read, and whether it is nothing but anchors so far.
    private int choice;
    private boolean anchorsInChoice = true;
    private boolean hasAnchorChoice;

    /// @param start  where its content begins
    /// @param look   whether it is a look-around
    /// @param behind whether it looks behind
    /// @param plain  whether it does nothing but hold its content together
    RegexGroup(int start, boolean look, boolean behind, boolean plain) {
        this.start = start;
        this.look = look;
        this.behind = behind;
        this.plain = plain;
        this.choice = start;
    }

    void atom(boolean anchor) {
        onlyAnchors &= anchor;
        anchorsInChoice &= anchor;
    }

    /// The end of a choice at `end`; the next begins behind its bar.
    void choiceEnds(int end) {
        hasAnchorChoice |= anchorsInChoice && end > choice;
        anchorsInChoice = true;
        choice = end + 1;
    }

    /// Whether Oniguruma takes all of it for an anchor, which it does not repeat; or may do so.
    boolean isAnchor() {
        return look || onlyAnchors || (plain && hasAnchorChoice);
    }
}
