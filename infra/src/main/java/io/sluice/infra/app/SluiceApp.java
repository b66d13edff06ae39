package io.sluice.infra.app;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.job.Compacting;
import io.sluice.infra.job.ErasableSource;
import io.sluice.infra.job.Platform;
import io.sluice.infra.job.StreamRepartition;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.StreamStorage;
import java.nio.file.Path;
import java.util.Map;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;
import software.amazon.awscdk.CfnWaitConditionHandle;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.cxapi.CloudAssembly;
import software.constructs.Construct;

/// The CDK app: one stream's storage and pipeline, out of the context that `cdk.json` and `-c key=value` give.
public final class SluiceApp {
    /// Set by the CDK command line, which reports an app's error annotations itself.
    private static final String CDK_CLI_VERSION = "CDK_CLI_VERSION";

    private static final int BAD_CONFIGURATION = 2;

    private SluiceApp() {}

    public static void main(String[] arguments) {
        try {
            var app = new App(AppProps.builder().stackTraces(false).build());
            define(app);
            app.synth();
        } catch (DeploymentException refused) {
            if (System.getenv(CDK_CLI_VERSION) == null) {
                System.err.println(refused.explanation());
                System.exit(BAD_CONFIGURATION);
            }
            refuse(Path.of(System.getenv().getOrDefault("CDK_OUTDIR", "cdk.out")), refused.explanation());
        }
    }

    /// Adds the stacks that the app's context asks for.
    ///
    /// @throws DeploymentException when it asks for what cannot be deployed
    public static void define(App app) {
        var context = AppContext.read(app.getNode());
        var definition = context.definition();
        var platform = new Platform(definition.stream(), context.options());
        var storage = storage(app, new StreamStorage.Props(definition, context.bucket()));
        var pipeline = new PipelineStack(app, "SluicePipeline-" + StreamDefinition.plainName(definition.stream()),
                new PipelineStack.Props(definition, context.functionJar(), context.flusherJar(), context.registrarJar(),
                        context.pluginJar(), storage,
                        context.concurrency(), context.alarmTopic(),
                        context.repartition()
                                .map(asked -> new ErasableSource(asked.from(), context.repartitionJar())),
                        new Compacting(context.repartitionJar(), context.compactionWorkgroup()),
                        context.tableDatabase(), platform));
        context.repartition().ifPresent(asked -> new RepartitionStack(app,
                "SluiceRepartition-" + StreamDefinition.plainName(definition.stream()),
                new StreamRepartition.Props(definition, context.repartitionJar(), context.pluginJar(),
                        buffered(storage), asked, platform)));
        if (context.bucket().isEmpty()) {
            noteNewBucket(pipeline, definition);
        } else {
            ResourceChecks.warnOfWholeBucket(pipeline, definition);
        }
    }

    /// An assembly whose only content is an error: the CDK command line prints it, and neither synthesises nor deploys.
    static CloudAssembly refuse(Path folder, String explanation) {
        var app = new App(AppProps.builder().outdir(folder.toString()).stackTraces(false)
                .postCliContext(Map.of("@aws-cdk/core:validateAgainstDefaultRules", false)).build());
        var stack = new Stack(app, "Sluice");
        new CfnWaitConditionHandle(stack, "Nothing"); // a template needs a resource, or that is a second error
        Annotations.of(stack).addError(explanation);
        return app.synth();
    }

    private static StoragePlace storage(App app, StreamStorage.Props props) {
        return props.isGiven()
                ? new StoragePlace.Imported(props)
                : new StoragePlace.InItsStack(
                        new StorageStack(app,
                                "SluiceStorage-" + StreamDefinition.plainName(props.definition().stream()),
                                props));
    }

    /// The storage of a stream that has a buffer, and so a stack: what a repartition needs.
    private static StreamStorage buffered(StoragePlace place) {
        return switch (place) {
            case StoragePlace.InItsStack(var stack) -> stack.storage();
            case StoragePlace.Imported(var given) -> throw new DeploymentException(
                    "A repartition needs a stream of delivery buffer; " + given.definition().stream() + " is none");
        };
    }

    private static void noteNewBucket(Construct pipeline, StreamDefinition definition) {
        var bucket = definition.configuration().bucket();
        Annotations.of(pipeline).addWarningV2("sluice:new-bucket", ("Objects go to a new bucket, named in the output"
                + " DataBucketName, and not to %s of BucketARN. To write to that one: -c bucket=%s")
                .formatted(bucket, bucket));
    }
}
