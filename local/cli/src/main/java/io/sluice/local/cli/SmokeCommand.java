package io.sluice.local.cli;

import io.sluice.local.JobFailedException;
import io.sluice.local.Sizes;
import io.sluice.local.UsageException;
import io.sluice.local.plan.Prices;
import io.sluice.local.serve.streams.OutsideServers;
import io.sluice.local.smoke.CloudAccess;
import io.sluice.local.smoke.FunctionsJar;
import io.sluice.local.smoke.Interruption;
import io.sluice.local.smoke.Pace;
import io.sluice.local.smoke.RunFile;
import io.sluice.local.smoke.RunName;
import io.sluice.local.smoke.SmokeCloud;
import io.sluice.local.smoke.SmokePrice;
import io.sluice.local.smoke.SmokeReport;
import io.sluice.local.smoke.SmokeRun;
import io.sluice.local.smoke.TakeDown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sluice smoke`: a trial of this release in an account of the user's, within a price.
@Command(name = "smoke", sortOptions = false, description = {
        "Deploys a stream into your AWS account, loads it, stops its functions, loses its index, verifies what landed,",
        "and takes all of it down again; see docs/how-to/deploy.md. Needs credentials, and nothing else."})
final class SmokeCommand implements Callable<Integer> {
    private static final int RECORDS_MAX = 100_000;
    private static final Pattern DOLLARS = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,2})?");

    private final Console console;
    private final Function<CloudAccess, SmokeCloud> clouds;

    @Option(names = "--aws", description = "Yes: in the account of this shell's credentials, which pays for it.")
    private boolean aws;

    @Option(names = "--budget", paramLabel = "DOLLARS",
            description = "What it may cost; nothing is made when that is less than it costs at most.")
    private Optional<String> budget = Optional.empty();

    @Option(names = "--region", paramLabel = "REGION", description = "Default: AWS_REGION, or the profile's.")
    private Optional<String> region = Optional.empty();

    @Option(names = "--records", paramLabel = "N", defaultValue = "10000",
            description = "Records that are sent (default: ${DEFAULT-VALUE}).")
    private int records = 10_000;

    @Option(names = "--functions", paramLabel = "FILE", description = {
            "The release's sluice-functions-<version>-lambda.jar (default: that in the archive)."})
    private Optional<Path> functions = Optional.empty();

    @Option(names = "--keep", description = "Take nothing down. It is paid for until --clean.")
    private boolean keep;

    @Option(names = "--clean", paramLabel = "NAME", description = "Take down what the run of that name left.")
    private Optional<String> clean = Optional.empty();

    @Option(names = "--report", paramLabel = "FILE", description = {
            "Write the report to a file, too: Markdown, or JSON when its name ends with .json. It names no account."})
    private Optional<Path> report = Optional.empty();

    @Option(names = "--endpoint", paramLabel = "URL",
            description = "An emulator in place of AWS: no time is waited for, and no schedule runs.")
    private Optional<String> endpoint = Optional.empty();

    @Option(names = "--json", description = "Print the report as one JSON object.")
    private boolean json;

    /// @param clouds opens the services at a place
    SmokeCommand(Console console, Function<CloudAccess, SmokeCloud> clouds) {
        this.console = console;
        this.clouds = clouds;
    }

    @Override
    public Integer call() throws IOException {
        if (!aws) {
            throw new UsageException("smoke makes things in the AWS account of this shell's credentials, which pays for"
                    + " them: say so with --aws, and what it may cost with --budget, as --aws --budget 5");
        }
        return clean.isPresent() ? clean(new RunName(clean.get())) : run();
    }

    private int run() throws IOException {
        double most = budget.map(SmokeCommand::dollars).orElseThrow(() -> new UsageException(
                "smoke is paid for: say what it may cost with --budget DOLLARS, as --budget 5"));
        if (records < SmokeRun.Order.PARTS || records > RECORDS_MAX) {
            throw new UsageException("--records must be between " + SmokeRun.Order.PARTS + " and "
                    + Sizes.count(RECORDS_MAX) + ", not " + records);
        }
        SmokePrice price = SmokePrice.of(records, Prices.load());
        if (most < price.total()) {
            throw new UsageException("A run of " + Sizes.count(records, "record") + " costs up to "
                    + SmokePrice.text(price.total()) + " (list prices, " + price.validity()
                    + "), more than the budget of " + SmokePrice.text(most)
                    + ": raise --budget, or send fewer --records");
        }
        requireReportFile();
        Release release = Release.current();
        Path jar = FunctionsJar.find(functions, release.version());
        CloudAccess access = CloudAccess.of(region, endpoint.map(url -> OutsideServers.uri("--endpoint", url)));
        try (SmokeCloud cloud = clouds.apply(access)) {
            RunFile file = RunFile.begun(RunName.random(new SecureRandom()), cloud.account(), access);
            announce(file, price, most);
            var order = new SmokeRun.Order(program(release), jar, records, price.total(),
                    keep ? SmokeRun.Ending.KEPT : SmokeRun.Ending.TAKEN_DOWN, Path.of(""));
            return run(cloud, file, order);
        }
    }

    private int run(SmokeCloud cloud, RunFile file, SmokeRun.Order order) throws IOException {
        try (var interruption = Interruption.ofProcess(() -> console.note(
                "interrupted: what was made is taken down now, which takes some minutes. If this is killed,"
                        + " sluice smoke --aws --clean " + file.name() + " does it"))) {
            var run = new SmokeRun(cloud, pace(file.access(), interruption), file, order, InstantSource.system(),
                    console::note);
            SmokeReport result = run.run();
            tell(result);
            return result.passed() ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private void announce(RunFile file, SmokePrice price, double most) {
        console.note(file.name() + " in account " + file.account() + ", region " + file.access().region()
                + ": a bucket for the code, a queue, and a stack with functions, their roles, two buckets, a table,"
                + " schedules, alarms and a dashboard");
        console.note("at most " + SmokePrice.text(price.total()) + " (list prices, " + price.validity()
                + ") of the budget of " + SmokePrice.text(most) + "; some 45 minutes; "
                + (keep ? "nothing is taken down" : "all of it is taken down at the end"));
    }

    private static SmokeReport.Program program(Release release) {
        return new SmokeReport.Program(release.version(), release.commit(), Runtime.version() + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    }

    private static Pace pace(CloudAccess access, Interruption interruption) {
        return access.endpoint().isPresent() ? new Pace.AtOnce(interruption) : new Pace.Waiting(interruption);
    }

    private void tell(SmokeReport result) throws IOException {
        console.out().println(json ? result.json() : result.markdown().stripTrailing());
        console.out().flush();
        if (report.isPresent()) {
            try {
                Files.writeString(report.get(), isJson(report.get()) ? result.json() + "\n" : result.markdown());
            } catch (IOException e) {
                throw new JobFailedException("The report can't be written to " + report.get() + " (" + e.getMessage()
                        + "); it is what was printed", e);
            }
        }
    }

    private static boolean isJson(Path file) {
        return file.toString().endsWith(".json");
    }

    private void requireReportFile() {
        report.ifPresent(file -> {
            Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
            if (Files.isDirectory(file) || !Files.isWritable(folder)) {
                throw new UsageException("--report " + file + " can't be written; name a file in a folder of yours");
            }
        });
    }

    private static double dollars(String given) {
        if (!DOLLARS.matcher(given).matches()) {
            throw new UsageException("--budget " + given + " is no number of dollars; it is like 5 or 2.50");
        }
        return Double.parseDouble(given);
    }

    private int clean(RunName name) {
        if (keep || json || report.isPresent()) {
            throw new UsageException("--clean goes with --region and --endpoint, and not with --keep, --json or"
                    + " --report: it removes, and says so");
        }
        Optional<RunFile> known = RunFile.find(name, Path.of(""));
        CloudAccess access = known.map(RunFile::access).orElseGet(() -> CloudAccess.of(region,
                endpoint.map(url -> OutsideServers.uri("--endpoint", url))));
        try (SmokeCloud cloud = clouds.apply(access);
                var interruption = Interruption.ofProcess(() -> console.note(
                        "interrupted: the removal goes on to its end, which takes some minutes"))) {
            interruption.shield();
            String account = cloud.account();
            RunFile file = known.orElseGet(() -> RunFile.begun(name, account, access));
            if (!file.account().equals(account)) {
                throw new UsageException(name + " is in account " + file.account() + ", and the credentials are of "
                        + account + "; look at AWS_PROFILE");
            }
            var cleaning = new TakeDown(cloud, pace(access, interruption), file, Path.of(""));
            if (known.isEmpty() && !cleaning.isNeeded()) {
                throw new UsageException("There is nothing of " + name + " in account " + account + ", region "
                        + access.region() + ", and no file " + name + ".json here; look at --region and AWS_PROFILE");
            }
            console.note(cleaning.run());
            return ExitStatus.DONE;
        }
    }
}
