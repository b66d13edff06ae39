package io.sluice.local.folder;

import java.util.List;

/// The folders, under that of the objects, in which jobs that change objects keep their state from one command to the
/// next.
public final class LakeState {
    /// Of retention and erasure.
    public static final String RETENTION = ".sluice-retention";
    /// Of repartition and compaction.
    public static final String REPARTITION = ".sluice-repartition";
    /// The landing logs of runs that are finished.
    public static final String LANDINGS = ".sluice-landings";
    /// Those of jobs.
    public static final List<String> FOLDERS = List.of(RETENTION, REPARTITION);

    private LakeState() {}
}
