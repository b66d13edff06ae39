package io.sluice.testkit.lake;

import io.sluice.compaction.Compaction;
import io.sluice.view.DayMove.Removed;
import io.sluice.view.DayRun;
import io.sluice.view.DayRun.Outcome;
import io.sluice.work.Workers;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// All steps of a compaction, in the order in which the command takes them.
public final class CompactionSteps {
    private CompactionSteps() {}

    /// Takes them one after another.
    ///
    /// @return the sentences about what could not be done
    public static List<String> run(Compaction compaction) {
        List<String> troubles = new ArrayList<>();
        compaction.refresh(compaction.list(), troubles::add);
        remove(compaction, troubles);
        for (LocalDate day : compaction.due(compaction.list())) {
            switch (new DayRun<>(compaction, Workers.sequential()).run(day, compaction.list())) {
                case Outcome.Blocked blocked -> troubles.addAll(blocked.why());
                case Outcome.Changing(var why) -> troubles.addAll(why);
                case Outcome.Ended _,Outcome.Left _ -> {
                }
            }
        }
        remove(compaction, troubles);
        return troubles;
    }

    private static void remove(Compaction compaction, List<String> troubles) {
        for (LocalDate day : compaction.days().current().unremoved()) {
            switch (new DayRun<>(compaction, Workers.sequential()).remove(day)) {
                case Removed.Gone _,Removed.Later _ -> {
                }
                case Removed.Kept(var changed) -> troubles.add("kept " + changed);
                case Removed.Doubted(var why) -> troubles.addAll(why);
            }
        }
    }
}
