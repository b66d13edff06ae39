package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.ApiException;
import io.sluice.api.StreamState;
import io.sluice.local.UsageException;
import io.sluice.local.folder.StateFile;
import io.sluice.local.serve.journal.DiskFolder;
import io.sluice.local.serve.journal.Journal;
import io.sluice.local.serve.journal.JournalException;
import io.sluice.local.serve.journal.JournalLimits;
import io.sluice.local.server.DurableFiles;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The streams' folders, one each, named by the stream's id: its state, its journal, and what was redriven.
final class StreamFolders {
    private static final String STATE = "stream.json";
    static final String JOURNAL = "journal";
    /// The file of the journal's commit point.
    static final String POINT = JOURNAL + ".point";
    private static final String REDRIVEN = "redriven";
    /// The end of the name of a folder in which nothing counts any more.
    private static final String GONE = ".gone";

    private final Path folder;
    private final Backend backend;
    private final ServeClock clock;
    private final InstantSource realTime;
    private final JournalLimits limits;
    private final ProcessorFunctions functions;
    private final Supplier<UUID> ids;
    private final Consumer<String> warnings;

    /// @param folder   where they are
    /// @param realTime by which clients' calls are remembered
    /// @param ids      gives every journal one of its own
    /// @param warnings what somebody should see, in sentences
    StreamFolders(Path folder, Backend backend, ServeClock clock, InstantSource realTime, JournalLimits limits,
            ProcessorFunctions functions, Supplier<UUID> ids, Consumer<String> warnings) {
        this.folder = folder;
        this.backend = backend;
        this.clock = clock;
        this.realTime = realTime;
        this.limits = limits;
        this.functions = functions;
        this.ids = ids;
        this.warnings = warnings;
    }

    /// Opens the streams that were there before, one after the other, and hands each on before the next.
    ///
    /// @throws JournalException when a journal is damaged
    /// @throws UsageException   when a stream's file can't be read or is gone, or there is no server for its function
    void open(Consumer<LiveStream> opened) throws IOException {
        DurableFiles.makeFolder(folder);
        List<Path> folders = new ArrayList<>();
        try (var listed = Files.list(folder)) {
            listed.sorted().forEach(folders::add);
        }
        for (Path each : folders) {
            if (each.toString().endsWith(GONE)) {
                Folders.delete(each);
                continue;
            }
            Optional<JsonNode> kept = new StateFile(each.resolve(STATE)).read();
            if (kept.isPresent()) {
                StreamState state = StreamState.of(kept.get());
                functions.requireServer(state);
                tellOfNewJournal(state, each);
                opened.accept(stream(state));
            } else {
                // A creation that never came to its answer, and so took nothing.
                requireNothingTaken(each);
                discard(each);
            }
        }
    }

    /// Whoever moves a damaged journal away gives up what it holds, and that is not done in silence.
    private void tellOfNewJournal(StreamState state, Path each) {
        if (state.status() == StreamState.Status.ACTIVE && Files.notExists(each.resolve(JOURNAL))
                && Files.notExists(each.resolve(POINT))) {
            warnings.accept("The stream " + state.name() + " has no journal in " + each
                    + ": it begins one, and what an earlier one held and was not staged is given up");
        }
    }

    /// Of a stream that was at work, only damage takes the file away.
    private void requireNothingTaken(Path each) throws IOException {
        if (!Files.isDirectory(each.resolve(JOURNAL))) {
            return;
        }
        Journal journal = journal(each);
        journal.close();
        if (journal.next() > 1) {
            throw new UsageException("The file " + each.resolve(STATE) + " is gone, and the stream has taken "
                    + (journal.next() - 1) + " records; restore it from a copy, or move its folder away, which gives"
                    + " up what is not delivered");
        }
    }

    private Journal journal(Path each) throws IOException {
        Path journal = each.resolve(JOURNAL);
        return Journal.open(DiskFolder.at(journal), DiskFolder.at(each), journal.toString(), limits, ids.get(),
                realTime, warnings);
    }

    private LiveStream stream(StreamState state) throws IOException {
        Path own = folder.resolve(state.id());
        return new LiveStream(state, journal(own), own.resolve(REDRIVEN), backend, clock, functions);
    }

    /// A stream with a folder of its own.
    ///
    /// @throws ApiException when that can't be kept
    LiveStream begin(StreamState state) {
        try {
            DurableFiles.makeFolder(folder.resolve(state.id()));
            LiveStream stream = stream(state);
            try {
                keep(stream, state);
                return stream;
            } catch (RuntimeException | Error e) {
                stream.close();
                throw e;
            }
        } catch (IOException e) {
            throw ApiException.unavailable("The stream can't be kept: " + e.getMessage());
        }
    }

    /// Changes a stream's state, on the disk first.
    ///
    /// @throws ApiException when that can't be kept
    void keep(LiveStream stream, StreamState changed) {
        try {
            new StateFile(folder.resolve(changed.id()).resolve(STATE)).write(changed.toJson());
        } catch (IOException e) {
            throw ApiException.unavailable("The stream's state can't be written: " + e.getMessage());
        }
        stream.state(changed);
    }

    /// Deletes all that is there of a stream that has ended. May be repeated.
    void delete(StreamState state) throws IOException {
        backend.discard(state.id(), state.name());
        discard(folder.resolve(state.id()));
    }

    /// All of it at once, by its name: what is left of it when the machine stops looks like no stream, and like no
    /// damaged one.
    private static void discard(Path own) throws IOException {
        Path gone = own.resolveSibling(own.getFileName() + GONE);
        DurableFiles.rename(own, gone);
        Folders.delete(gone);
    }
}
