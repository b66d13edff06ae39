package io.sluice.infra.runbook;

import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.runbook.Programs.Ended;
import io.sluice.infra.runbook.Programs.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A deployed stream with producers, and a desk from which it is operated by the page.
final class Office implements AutoCloseable {
    final DeployedStream stream;
    final Producers producers;
    final AwsCommandLine aws;
    final CdkCommandLine cdk;
    final FirehoseCommands firehose;
    private final Programs programs;
    private final RunbookPage page = RunbookPage.read();

    Office(Path folder) throws IOException {
        this(folder, Way.BUFFER);
    }

    Office(Path folder, Way way) throws IOException {
        stream = new DeployedStream(folder, way);
        producers = new Producers(stream);
        aws = new AwsCommandLine(stream);
        firehose = new FirehoseCommands(producers);
        aws.with("firehose", firehose);
        cdk = new CdkCommandLine(stream);
        aws.with("cloudformation", cdk.protection());
        programs = new Programs(folder, new HashMap<String, Program>(Map.of("aws", aws, "npx", cdk)));
    }

    Path desk() {
        return programs.desk();
    }

    /// Begins a procedure of the page.
    Operator opens(String procedure) {
        return new Operator(page.procedure(procedure), programs, stream::output)
                .given("stream", DeployedStream.NAME).given("FILE", "stream.json");
    }

    /// Carries out a procedure of one command.
    String does(String procedure) throws IOException, InterruptedException {
        Operator operator = opens(procedure);
        String printed = operator.next();
        operator.done();
        return printed;
    }

    /// Types something that is not on the page.
    Ended types(String command) throws IOException, InterruptedException {
        return programs.type(command);
    }

    /// A number that a function answered.
    static long answered(String printed, String member) {
        var found = Pattern.compile("\"" + member + "\":(\\d+)").matcher(printed);
        if (!found.find() || printed.contains("FunctionError")) {
            throw new AssertionError("no " + member + " in " + printed);
        }
        return Long.parseLong(found.group(1));
    }

    /// As the page says: until nothing is open and nothing pending.
    void drains() throws IOException, InterruptedException {
        Operator operator = opens("Drain");
        String printed = operator.next();
        for (int i = 0; i < 3 && (answered(printed, "deliveriesOpen") > 0 || answered(printed,
                "recordsPending") > 0); i++) {
            printed = operator.again().next();
        }
        if (answered(printed, "deliveriesOpen") + answered(printed, "recordsPending") > 0) {
            throw new AssertionError("not drained: " + printed);
        }
        operator.done();
    }

    void everyRecordIsThereOnce() throws IOException {
        everyRecordIsThereOnce(List.of());
    }

    /// @param lost what was given up
    void everyRecordIsThereOnce(List<Sent> lost) throws IOException {
        new Judge(stream.s3, stream.buckets()).everyRecordIsThereOnce(producers.sent(), lost);
    }

    @Override
    public void close() {
        programs.close();
        stream.close();
    }
}
