package io.sluice.infra.runbook;

import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.Programs.Ended;
import io.sluice.infra.runbook.Programs.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Stands in for version 2 of the AWS command line: what it does is done on the embedded servers and functions, and
/// what it does not know fails the test.
final class AwsCommandLine implements Program {
    private final Map<String, Service> services = new HashMap<>();

    /// The commands of one service.
    @FunctionalInterface
    interface Service {
        /// @return what is printed
        /// @throws Refused where AWS, or the command line, would say no
        String run(String operation, Arguments arguments, Path folder) throws IOException;
    }

    /// AWS says no, or its command line does.
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    AwsCommandLine(DeployedStream stream) {
        services.put("lambda", new LambdaCommands(stream));
        services.put("scheduler", new SchedulerCommands(stream.schedules));
        services.put("dynamodb", new DynamoDbCommands(stream));
        services.put("s3", new S3Commands(stream.s3));
    }

    /// Adds what a rehearsal has beside.
    AwsCommandLine with(String service, Service commands) {
        services.put(service, commands);
        return this;
    }

    @Override
    public Ended run(Arguments arguments, Path folder) throws IOException {
        var service = services.get(arguments.next());
        if (service == null) {
            throw new Unknown("the stand-in has no such service: aws " + arguments);
        }
        try {
            return Ended.well(service.run(arguments.next(), arguments, folder));
        } catch (Refused e) {
            return Ended.badly(254, String.valueOf(e.getMessage()));
        }
    }
}
