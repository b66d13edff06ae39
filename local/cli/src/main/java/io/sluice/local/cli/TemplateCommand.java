package io.sluice.local.cli;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.DeploymentValues;
import io.sluice.deployment.StreamDefinition;
import io.sluice.local.UsageException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sluice template`: what deploys a stream, as text for what deploys it.
@Command(name = "template", sortOptions = false, description = {
        "Prints what deploys a stream, for who has neither CDK nor Node.",
        "See docs/how-to/deploy.md."})
final class TemplateCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Option(names = "--format", paramLabel = "terraform", required = true, description = {
            "terraform: the values that the Terraform module reads, to be kept beside the configuration."})
    private Format format = Format.TERRAFORM;

    /// The forms of what is printed.
    private enum Format {
        TERRAFORM
    }

    TemplateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ConfigurationFile file = ConfigurationFile.read(config);
        file.require(console);
        try {
            console.out().print(switch (format) {
                case TERRAFORM -> DeploymentValues.of(StreamDefinition.parse(config.toString(), file.json()),
                        Release.current().version(), sha256(file.text().bytes()));
            });
        } catch (DeploymentException e) {
            throw new UsageException(e.explanation() + "; nothing was printed");
        }
        console.out().flush();
        return ExitStatus.DONE;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
