package io.sluice.local.iceberg;

import io.sluice.config.StreamConfiguration;
import io.sluice.iceberg.Registration;
import io.sluice.lambda.AwsPorts;
import io.sluice.landing.LandingCursors;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.landed.KeptLandings;
import io.sluice.work.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The Iceberg table of a stream whose objects a job replaces or removes: it follows each step of the job, which waits
/// with deletions until the table has no entry of what goes. For one thread.
public final class JobTable {
    private final Optional<TableAccess> table;
    private final List<String> problems = new ArrayList<>();

    private JobTable(Optional<TableAccess> table) {
        this.table = table;
    }

    /// The table of a stream, brought to all that landed before the job.
    ///
    /// @param ports what the job works on
    /// @throws UsageException     when the job can't be done beside this table
    /// @throws JobFailedException when the table can't be brought there: nothing was changed
    public static JobTable begin(OutFolder out, StreamConfiguration stream, AwsPorts ports) {
        if (stream.sluice().iceberg().isEmpty()) {
            return new JobTable(Optional.empty());
        }
        if (!KeptLandings.ofServer(out, stream).isEmpty()) {
            throw new UsageException("The objects of " + stream.stream() + " in " + out + " came by serve, which alone"
                    + " tells their Iceberg table what goes: leave this to its retention, or take Sluice.Iceberg out of"
                    + " the configuration and drop the table");
        }
        TableAccess table = TableAccess.inFolder(out, stream, ports.data(),
                Optional.of(ports.landingCursors(LandingCursors.Reader.TABLE)));
        table.forgetLost();
        JobTable job = new JobTable(Optional.of(table));
        job.follow();
        if (!job.problems.isEmpty()) {
            throw new JobFailedException("Nothing was changed, since the Iceberg table does not have all that landed: "
                    + String.join("; ", job.problems));
        }
        return job;
    }

    /// Registers what the job told of.
    public void follow() {
        table.ifPresent(there -> {
            problems.clear();
            try {
                Registration registration = there.register(Deadline.NONE);
                problems.addAll(registration.problems());
                there.sweep();
            } catch (JobFailedException e) {
                problems.add("The table does not have what this job did yet, and ./sluice iceberg register makes that"
                        + " up: " + e.getMessage());
            }
        });
    }

    /// Tests whether there is a table.
    public boolean isThere() {
        return table.isPresent();
    }

    /// What the last step could not register, in sentences.
    public List<String> problems() {
        return List.copyOf(problems);
    }
}
