package io.sluice.infra;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32;
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
    static void define(App app) {
        var context = AppContext.read(app.getNode());
        var definition = context.definition();
        var storage = storage(app, new StreamStorage.Props(definition, context.bucket(), context.kinesis()));
        var pipeline = new PipelineStack(app, "SluicePipeline-" + stackSuffix(definition.stream()),
                new PipelineStack.Props(definition, context.functionJar(), context.flusherJar(),
                        context.pluginJar(), data -> source(context, data), storage,
                        context.concurrency(), context.alarmTopic(),
                        context.repartition()
                                .map(asked -> new ErasableSource(asked.from(), context.repartitionJar())),
                        new Compacting(context.repartitionJar(), context.compactionWorkgroup()),
                        context.tableDatabase()));
        context.repartition().ifPresent(asked -> new RepartitionStack(app,
                "SluiceRepartition-" + stackSuffix(definition.stream()),
                new StreamRepartition.Props(definition, context.repartitionJar(), context.pluginJar(),
                        buffered(storage), asked, Platform.preset(definition))));
        if (context.bucket().isEmpty()) {
            noteNewBucket(pipeline, definition);
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
                ? new StoragePlace.Given(props)
                : new StoragePlace.InItsStack(
                        new StorageStack(app, "SluiceStorage-" + stackSuffix(props.definition().stream()), props));
    }

    /// The storage of a stream that has a buffer, and so a stack: what a repartition needs.
    private static StreamStorage buffered(StoragePlace place) {
        return switch (place) {
            case StoragePlace.InItsStack(var stack) -> stack.storage();
            case StoragePlace.Given(var given) -> throw new DeploymentException(
                    "A repartition needs a stream of delivery buffer; " + given.definition().stream() + " is none");
        };
    }

    private static Source source(AppContext context, StreamStorage storage) {
        return switch (context.source()) {
            case DIRECT -> new Source.DirectPut();
            case KINESIS -> new Source.KinesisThroughFirehose(storage.source().orElseThrow());
            case KINESIS_EVENTS -> new Source.KinesisEvents(storage.source().orElseThrow());
            case MSK -> new Source.MskThroughFirehose();
            case ATTACHED -> new Source.Attached();
            case KAFKA, LOGS, SQS, DYNAMODB, S3 -> context.declared().orElseThrow();
            case EXISTING -> new Source.ExistingFirehose(context.existingStream().orElseThrow());
        };
    }

    private static void noteNewBucket(Construct pipeline, StreamDefinition definition) {
        var bucket = definition.configuration().bucket();
        Annotations.of(pipeline).addWarningV2("sluice:new-bucket", ("Objects go to a new bucket, named in the output"
                + " DataBucketName, and not to %s of BucketARN. To write to that one: -c bucket=%s")
                .formatted(bucket, bucket));
    }

    /// Stack names have letters, digits and '-'; a stream's name that has more gets a checksum, so that two streams
    /// never share a stack.
    static String stackSuffix(String stream) {
        var plain = stream.replaceAll("[^A-Za-z0-9-]", "-");
        if (plain.equals(stream)) {
            return plain;
        }
        var checksum = new CRC32();
        checksum.update(stream.getBytes(StandardCharsets.UTF_8));
        return plain + "-" + HexFormat.of().toHexDigits(checksum.getValue(), 8);
    }
}
