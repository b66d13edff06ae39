package io.sluice.simulation;

/// What can befall one request.
enum Fault {
    NONE,
    /// The process dies before the request leaves it.
    CRASH_BEFORE,
    /// The process dies when the request was applied and before its answer is used.
    CRASH_AFTER,
    /// The process stands still for minutes, then goes on as if nothing had been.
    STALL,
    /// Throttled or out of service: not applied, and known not to be.
    UNAVAILABLE,
    /// A time-out: not applied, which the caller cannot know.
    LOST_REQUEST,
    /// A time-out: applied, which the caller cannot know.
    LOST_ANSWER,
    /// A time-out: applied minutes later, when the caller has long drawn its conclusions.
    LATE,
    /// Applied, its answer lost, and sent again by the client library: the caller gets the second answer.
    SENT_TWICE,
    /// Applied and answered; a copy of it, sent by an attempt that the client library had given up, is applied minutes
    /// later.
    STRAY_COPY,
    /// One bit of the bytes that are read is another one.
    FLIPPED,
    /// The bytes that are read end early: of a part of an object, which the client notices, or of a whole one, which it
    /// does not.
    CUT_SHORT,
    /// A batch of deletes of which some are left undone, and the caller gives up on them without a word.
    LEFT_UNDONE
}
