package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.TemplateChoices.Choice;
import io.sluice.deployment.template.TemplateChoices.Network;
import io.sluice.deployment.template.TemplateChoices;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.Subnet;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcAttributes;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.Bucket;

/// Options of `./sluice template` that only an app of one's own has, and not Sluice's: the template has what
/// [SluiceStream] synthesises with the same wishes.
final class TemplateOptionsTest {
    private static final Optional<String> KEY = Optional
            .of("arn:aws:kms:us-east-1:123456789012:key/99999999-2222-3333-4444-555555555555");
    private static final Optional<Network> VPC = Optional.of(new Network(
            List.of("subnet-0123456789abcdef0", "subnet-0123456789abcdef1"), List.of("sg-0123456789abcdef0")));
    private static final Optional<String> NONE = Optional.empty();
    private static final Optional<String> WORKGROUP = Optional.of("primary");
    private static final Optional<String> RAW = Optional.of("raw/");

    /// A configuration of the tests with the wishes of an account's owners.
    enum Wish {
        // @formatter:off
        KEY_OF_ALL("buffer.json", NONE, KEY, Optional.empty(), NONE, NONE),
        KEY_BESIDE_THE_CONFIGURATIONS("encrypted.json", NONE, KEY, Optional.empty(), NONE, NONE),
        KEY_IN_DELIVERY_FIREHOSE("firehose.json", NONE, KEY, Optional.empty(), NONE, NONE),
        KEY_AND_TICKS("seconds.json", NONE, KEY, Optional.empty(), NONE, NONE),
        KEY_AND_LOGS("logs.json", "{'LogGroups': ['/aws/lambda/checkout']}", KEY),
        KEY_AND_UPLOADS("objects.json", "{'Bucket': 'uploads', 'Prefix': 'in/'}", KEY),
        KEY_AND_KINESIS("buffer.json", "{'Type': 'kinesis'}", KEY),
        KEY_AND_COMPACTION("compacted.json", NONE, KEY, Optional.empty(), NONE, WORKGROUP),
        NETWORK("buffer.json", NONE, NONE, VPC, NONE, NONE),
        NETWORK_IN_DELIVERY_FIREHOSE("firehose.json", NONE, NONE, VPC, NONE, NONE),
        VIEW_OF_A_COMPACTION("compacted.json", NONE, NONE, Optional.empty(), NONE, WORKGROUP),
        VIEW_OF_A_REPARTITION("buffer.json", NONE, NONE, Optional.empty(), RAW, WORKGROUP),
        ALL_IN_A_BUCKET_OF_ONES_OWN("encrypted.json", Optional.of("orders-data"), KEY, VPC, RAW, WORKGROUP);
        // @formatter:on

        @SuppressWarnings("ImmutableEnumChecker") // nobody writes into what was read
        private final StreamDefinition definition;
        @SuppressWarnings("ImmutableEnumChecker") // a record of values
        private final TemplateChoices choices;

        Wish(String configuration, Optional<String> bucket, Optional<String> key, Optional<Network> network,
                Optional<String> repartition, Optional<String> workgroup) {
            this(StreamDefinition.read(Synthesis.configuration(configuration)), bucket, key, network, repartition,
                    workgroup);
        }

        Wish(String configuration, String source, Optional<String> key) {
            this(StreamDefinition.read(Synthesis.withSource(Synthesis.configuration(configuration), source)), NONE,
                    key, Optional.empty(), NONE, NONE);
        }

        Wish(StreamDefinition definition, Optional<String> bucket, Optional<String> key, Optional<Network> network,
                Optional<String> repartition, Optional<String> workgroup) {
            this.definition = definition;
            var preset = TemplateChoices.PRESET;
            choices = new TemplateChoices(bucket, Choice.YES, Choice.YES, Choice.YES, preset.logDays(),
                    preset.runbooks(), key, network, repartition, workgroup, Optional.empty());
        }

        private void make(Stack stack) {
            var making = SluiceStream.Builder.create(stack, "Stream").definition(definition).options(options(stack));
            choices.bucket().map(name -> Bucket.fromBucketName(stack, "Given", name)).ifPresent(making::bucket);
            choices.repartition().map(from -> new RepartitionTask(from, choices.workgroup()))
                    .ifPresentOrElse(making::repartition,
                            () -> choices.workgroup().ifPresent(making::replacingCompactedViewIn));
            making.build();
        }

        private PlatformOptions options(Stack stack) {
            var options = PlatformOptions.Builder.create();
            choices.key().map(arn -> Key.fromKeyArn(stack, "Key", arn)).ifPresent(options::key);
            choices.network().ifPresent(network -> options.vpc(
                    Vpc.fromVpcAttributes(stack, "Vpc",
                            VpcAttributes.builder().vpcId("vpc-0123456789abcdef0").availabilityZones(List.of("a", "b"))
                                    .build()),
                    SubnetSelection.builder().subnets(network.subnetIds().stream()
                            .map(id -> Subnet.fromSubnetId(stack, id, id)).toList()).build(),
                    network.securityGroupIds().stream().map(id -> SecurityGroup.fromSecurityGroupId(stack, id, id))
                            .toArray(ISecurityGroup[]::new)));
            return options.build();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWishHasTheSameResources(Wish wish) {
        var synthesised = Synthesis.of(OwnApp.folder(app -> wish.make(new Stack(app, "Stream"))));
        var template = PrintedTemplates.print("wish-" + wish.name().toLowerCase(Locale.ROOT), wish.definition,
                wish.choices);

        assertEquals(List.of(), PlainTemplate.differences(synthesised.templates(), template));
    }
}
