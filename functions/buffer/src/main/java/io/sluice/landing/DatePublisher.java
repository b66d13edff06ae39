package io.sluice.landing;

import io.sluice.index.Buffer;
import io.sluice.landing.LandingCursors.Note;
import io.sluice.landing.LandingLog.Step;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Tells which dates of the layout are complete, and which are so no longer, after [LandingPublisher] told what landed.
/// A step is noted before it is sent, and its cursor is moved after it was accepted: so each is sent, and a date that
/// was told to be complete is told to be reopened before it is told to be complete with more. Safe for concurrent use.
///
/// The `_SUCCESS` object of a date is put before the date is told to be complete, and deleted before it is told to be
/// reopened.
///
/// What landed of each date is noted with a cursor of its own for each chain, which follows that of the events.
///
/// See `docs/decisions/0124-complete-by-date.md`.
public final class DatePublisher {
    private static final Duration STEP_TIME = Duration.ofSeconds(10);

    private final LandingEvents events;
    private final LandingCursors cursors;
    private final EventSender sender;
    private final InstantSource clock;
    private final Duration lateness;
    private final Optional<SuccessWriter> success;

    /// @param lateness the longest time from the end of a date, in UTC, until the last of its records arrived
    /// @param success  marks the folders of dates in the data bucket; empty: nobody does
    public DatePublisher(LandingEvents events, LandingCursors cursors, EventSink sink, InstantSource clock,
            Duration lateness, Optional<SuccessWriter> success) {
        this.events = events;
        this.cursors = cursors;
        this.sender = new EventSender(sink);
        this.clock = clock;
        this.lateness = lateness;
        this.success = success;
    }

    /// Tells the next step, if there is one: two requests for what is noted; for each landing that was told since the
    /// last run a GET, for each chain that has one a LIST and a write; for a step two writes and a request to the
    /// service for ten dates. With `_SUCCESS` objects a step takes a Query, a PUT for each date that is complete and a
    /// DELETE for those that are not.
    ///
    /// @param buffers all of the stream's
    /// @param told    by the run of the events that ended just now: where a landing waits, no date is complete
    /// @throws RuntimeException why nothing was told, or not all of it: the next run goes on
    public void publish(List<Buffer> buffers, LandingPublisher.Summary told, Deadline deadline) {
        Map<String, Long> read = cursors.read();
        Map<String, Note> notes = cursors.notes();
        String chain = events.datesChain();
        Note note = notes.getOrDefault(chain, Note.NONE);
        ToldDates dates = ToldDates.parse(note.text());
        LandedDates landed = LandedDates.NONE;
        boolean whole = told.isWhole();
        for (Buffer buffer : buffers) {
            Counted counted = new Counted(new LandingLog(buffer), notes, read.getOrDefault(buffer.name(), 0L));
            whole &= counted.goOn(deadline);
            landed = landed.and(counted.dates);
        }
        // What cannot be sent holds up no count: landings that were told are kept for a while only.
        if (read.getOrDefault(sentCursor(), 0L) < note.version()) {
            send(note.version(), dates);
        }
        Optional<ToldDates> next = dates.next(landed.bounded(), whole ? told.until() : Optional.empty(), lateness,
                clock.millis());
        long version = note.version() + 1;
        // Whoever was first to note it sends it; where that was an attempt of this request, the next run does.
        next.filter(step -> cursors.note(chain, new Note(version, step.text()))).ifPresent(step -> send(version, step));
    }

    private void send(long version, ToldDates step) {
        List<LandingEvent> news = step.news().stream().map(date -> events.date(date, lateness)).toList();
        if (!news.isEmpty()) {
            success.ifPresent(writer -> mark(writer, version, step));
            sender.send(news);
        }
        cursors.advance(sentCursor(), version);
    }

    /// Marks the dates of a step. Where another publisher came to a later one meanwhile, this one may have undone what
    /// that one wrote: it writes again what the last one says of these dates.
    private void mark(SuccessWriter writer, long version, ToldDates step) {
        Set<LocalDate> days = new TreeSet<>();
        Note last = new Note(version, step.text());
        long marked;
        do {
            marked = last.version();
            ToldDates dates = ToldDates.parse(last.text());
            days.addAll(dates.marked());
            writer.write(dates.complete(days, date -> events.date(date, lateness)));
            last = cursors.notes().getOrDefault(events.datesChain(), last);
        } while (last.version() > marked);
    }

    private String sentCursor() {
        return events.datesChain() + "!sent";
    }

    /// What landed in a chain, as far as it was told.
    private final class Counted {
        private final LandingLog log;
        private final String name;
        private final long upTo;
        private long version;
        private LandedDates dates;

        Counted(LandingLog log, Map<String, Note> notes, long upTo) {
            this.log = log;
            this.name = log.buffer() + "!dates!landed";
            this.upTo = upTo;
            Note note = notes.getOrDefault(name, Note.NONE);
            this.version = note.version();
            this.dates = LandedDates.parse(note.text());
        }

        /// @return false when time ran out
        boolean goOn(Deadline deadline) {
            long before = version;
            // Not by an iterator, which would read a thousand landings before it gives the first.
            boolean whole = before >= upTo || log.steps(before).allMatch(step -> take(step, deadline))
                    || version >= upTo;
            if (version > before) {
                cursors.note(name, new Note(version, dates.text()));
            }
            return whole && version >= upTo;
        }

        /// @return false when there is no more to count, or no time
        private boolean take(Step step, Deadline deadline) {
            if (step instanceof Step.Came(Landing landing) && landing.version() <= upTo) {
                dates = dates.with(landing);
                version = landing.version();
            }
            return version < upTo && !deadline.leavesLessThan(STEP_TIME);
        }
    }
}
