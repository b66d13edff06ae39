package io.sluice.infra;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcAttributes;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.logs.RetentionDays;

/// An option of [PlatformOptions] that is asked for of streams that are deployed without it, or taken away again: one
/// that Firehose calls, one of log groups and one of uploads.
enum OptionChange {
    // @formatter:off
    KEY("key", (stack, options) -> options.key(Key.fromKeyArn(stack, "Key",
        "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555"))),
    LOG_RETENTION("logRetention", (_, options) -> options.logRetention(RetentionDays.SIX_MONTHS)),
    DATA_REMOVAL_POLICY("dataRemovalPolicy", (_, options) -> options.dataRemovalPolicy(RemovalPolicy.DESTROY)),
    VPC("vpc", (stack, options) -> options.vpc(Vpc.fromVpcAttributes(stack, "Vpc", VpcAttributes.builder()
        .vpcId("vpc-0123456789abcdef0").availabilityZones(List.of("a"))
        .isolatedSubnetIds(List.of("subnet-0123456789abcdef0")).build()),
        SubnetSelection.builder().subnetType(SubnetType.PRIVATE_ISOLATED).build())),
    PERMISSIONS_BOUNDARY("permissionsBoundary", (stack, options) -> options.permissionsBoundary(
        ManagedPolicy.fromManagedPolicyArn(stack, "Boundary", "arn:aws:iam::123456789012:policy/boundary"))),
    NAME_PREFIX("namePrefix", (_, options) -> options.namePrefix("acme-")),
    TAG("tag", (_, options) -> options.tag("stage", "test")),
    RUNBOOKS("runbooks", (_, options) -> options.runbooks("https://wiki.example/sluice")),
    SNAP_START("snapStart", (_, options) -> options.snapStart(SnapStart.NONE));
    // @formatter:on

    private static final Map<OptionChange, Deployed> WITH = new EnumMap<>(OptionChange.class);
    private static final List<String> STREAMS = List.of("buffer.json", "logs.json", "objects.json");

    private final String option;
    @SuppressWarnings("ImmutableEnumChecker") // a function of what it is given alone
    private final BiConsumer<Stack, PlatformOptions.Builder> asks;

    OptionChange(String option, BiConsumer<Stack, PlatformOptions.Builder> asks) {
        this.option = option;
        this.asks = asks;
    }

    /// Its name in [PlatformOptions.Builder].
    String option() {
        return option;
    }

    /// The option asked for, and taken away.
    List<Change> bothWays() {
        Deployed with = with();
        return List.of(new Change(Without.STREAMS, with), new Change(with, Without.STREAMS));
    }

    private synchronized Deployed with() {
        return WITH.computeIfAbsent(this, _ -> shop(asks));
    }

    /// Synthesised once.
    private static final class Without {
        private static final Deployed STREAMS = shop((_, _) -> {});
    }

    private static Deployed shop(BiConsumer<Stack, PlatformOptions.Builder> asks) {
        return OwnApp.synthesise(app -> {
            var stack = new Stack(app, "Shop");
            var options = PlatformOptions.Builder.create();
            asks.accept(stack, options);
            for (String each : STREAMS) {
                var name = each.substring(0, each.indexOf('.'));
                var builder = SluiceStream.Builder.create(stack, name).definition(OwnApp.named(each, name))
                        .options(options.build());
                switch (name) {
                    case "logs" -> builder.source(new Source.Logs(LogGroups.of("/app/returns")));
                    case "objects" -> builder.source(new Source.S3(Uploads.under("uploads", "in/")));
                    default -> {
                        // As its configuration says.
                    }
                }
                builder.build();
            }
        });
    }
}
