package com.example;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.PlatformOptions;
import io.sluice.infra.SluiceStream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.sns.Topic;

/// Two pipelines of one app: clicks, with everything new, and orders, into a bucket that is there already.
public final class PipelinesApp {
    private PipelinesApp() {}

    public static void main(String[] arguments) {
        var app = new App();
        try {
            define(app);
        } catch (DeploymentException refused) {
            System.err.println(refused.explanation());
            System.exit(2);
        }
        // Findings of AWS's own rules are errors of the synthesis.
        Aspects.of(app).add(new AwsSolutionsChecks());
        app.synth();
    }

    private static void define(App app) {
        // What holds data outlives what runs, and is protected from termination.
        var data = new Stack(app, "Data", StackProps.builder().terminationProtection(true).build());
        var pipelines = new Stack(app, "Pipelines");

        var key = Key.Builder.create(data, "Key").enableKeyRotation(true).build();
        var options = PlatformOptions.Builder.create()
                .key(key)
                .logRetention(RetentionDays.THREE_MONTHS)
                .tag("team", "data")
                .build();
        var alarms = Topic.Builder.create(pipelines, "Alarms").enforceSsl(true).build();

        SluiceStream.Builder.create(pipelines, "Clicks")
                .definition(StreamDefinition.resource(PipelinesApp.class, "clicks.json"))
                .storageStack(data)
                .alarmTopic(alarms)
                .options(options)
                .build();

        // Its bucket is your own: name it here, or with -c ordersBucket=NAME.
        var ordersBucket = app.getNode().tryGetContext("ordersBucket") instanceof String name ? name : "orders-example";
        SluiceStream.Builder.create(pipelines, "Orders")
                .definition(StreamDefinition.resource(PipelinesApp.class, "orders.json"))
                .storageStack(data)
                .bucket(Bucket.fromBucketName(pipelines, "OrdersBucket", ordersBucket))
                .alarmTopic(alarms)
                .options(options)
                .build();
    }
}
