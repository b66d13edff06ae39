package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.deployment.DeployedFunction;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.EventInvocation;
import io.sluice.deployment.FunctionRights;
import io.sluice.deployment.Right;
import io.sluice.deployment.template.TemplateChoices.Choice;
import io.sluice.encoding.Digests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A function with its role, log group, published version and alias. Everything invokes the alias, which moves with the
/// version.
///
/// A version is made anew, and the alias moved, whenever its `Description` changes (AWS CloudFormation template
/// reference, `AWS::Lambda::Version`: an update of `Description` is a replacement): it holds the release that the stack
/// is launched with, and a digest of all else of the function. The function's own description holds the release, too,
/// because Lambda publishes nothing of a function that did not change. Versions of before are retained.
///
/// @param stack       that it is added to
/// @param environment of all functions
record FunctionPiece(Stack stack, TemplateChoices choices, Map<String, String> environment) {
    private static final int DIGEST_CHARS = 12;

    /// The logical id of a function's resources but for their kind: `Transform`.
    static String id(String part) {
        return part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1);
    }

    /// Adds it.
    void add(DeployedFunction function, List<Right> rights) {
        String id = id(function.part());
        logs(id + "Logs", "/aws/lambda/", function.part());
        List<Right> all = new ArrayList<>(rights);
        choices.network().ifPresent(_ -> all.add(FunctionRights.interfaces()));
        stack.role(id + "Role", function.part(), function.description(), "lambda", all);
        ObjectNode properties = stack.resource(id + "Function", "AWS::Lambda::Function");
        fill(properties, function, id);
        stack.dependsOn(id + "Function", id + "RolePolicy");
        version(id, digest(properties));
        stack.output(id + "FunctionName", "Function " + function.part(), Stack.ref(id + "Function"));
    }

    /// Tells the names that a function's resources will have, before anything refers to them.
    static void name(Stack stack, DeployedName function, DeployedName alias, DeployedName logs, String part) {
        stack.name(function, "${" + id(part) + "Function}");
        stack.name(alias, "${" + id(part) + "Live}");
        stack.name(logs, "${" + id(part) + "Logs.Arn}");
    }

    /// Adds a log group that goes with its stack.
    ///
    /// @param folder what its name begins with, where it has one
    void logs(String id, String folder, String part) {
        ObjectNode logs = stack.resource(id, "AWS::Logs::LogGroup").put("RetentionInDays", choices.logDays());
        choices.key().ifPresent(key -> logs.put("KmsKeyId", key));
        logs.set("LogGroupName", stack.physicalIn(folder, part));
        stack.keep(id, "Delete", "Delete");
    }

    private void fill(ObjectNode properties, DeployedFunction function, String id) {
        properties.set("FunctionName", stack.physical(function.part()));
        properties.set("Description", Stack.call("Fn::Sub",
                TextNode.valueOf(function.description() + ", ${ReleaseVersion}")));
        properties.putArray("Architectures").add("arm64");
        ObjectNode code = properties.putObject("Code");
        code.set("S3Bucket", Stack.ref("CodeBucket"));
        code.set("S3Key", Stack.call("Fn::Sub", TextNode.valueOf(
                "${CodePrefix}" + function.code().artifact() + "-${ReleaseVersion}-lambda.jar")));
        choices.plugin().ifPresent(layer -> properties.putArray("Layers").add(Stack.ref(layer.id())));
        properties.put("Runtime", "java25").put("Handler", function.handler())
                .put("MemorySize", function.memoryMib()).put("Timeout", function.timeout().toSeconds());
        properties.putObject("LoggingConfig").put("LogFormat", "JSON").set("LogGroup", Stack.ref(id + "Logs"));
        properties.set("Role", Stack.attribute(id + "Role", "Arn"));
        ObjectNode variables = properties.putObject("Environment").putObject("Variables");
        environment.forEach((name, value) -> variables.set(name, stack.value(value)));
        choices.key().ifPresent(key -> properties.put("KmsKeyArn", key));
        choices.network().ifPresent(network -> {
            ObjectNode vpc = properties.putObject("VpcConfig");
            network.subnetIds().forEach(vpc.putArray("SubnetIds")::add);
            network.securityGroupIds().forEach(vpc.putArray("SecurityGroupIds")::add);
        });
        if (choices.cap() == Choice.YES) {
            function.concurrency().ifPresent(most -> properties.put("ReservedConcurrentExecutions", most));
        }
        function.storageMib().ifPresent(size -> properties.putObject("EphemeralStorage").put("Size", size));
        if (function.startsFromSnapshot() && choices.snapStart() == Choice.YES) {
            properties.set("SnapStart", Stack.choice("SnapStart",
                    JsonNodeFactory.instance.objectNode().put("ApplyOn", "PublishedVersions")));
        }
    }

    private void version(String id, String digest) {
        ObjectNode version = stack.resource(id + "Version", "AWS::Lambda::Version");
        version.set("FunctionName", Stack.ref(id + "Function"));
        version.set("Description", Stack.call("Fn::Sub", TextNode.valueOf("${ReleaseVersion} " + digest)));
        stack.keep(id + "Version", "Retain", "Retain");
        ObjectNode live = stack.resource(id + "Live", "AWS::Lambda::Alias").put("Name", "live");
        live.set("FunctionName", Stack.ref(id + "Function"));
        live.set("FunctionVersion", Stack.attribute(id + "Version", "Version"));
    }

    private static String digest(ObjectNode properties) {
        byte[] hash = Digests.sha256().digest(properties.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash).substring(0, DIGEST_CHARS);
    }

    /// Adds how asynchronous invocations of an alias are tried.
    void invocation(EventInvocation wanted) {
        String id = id(wanted.part());
        ObjectNode configuration = stack.resource(id + "LiveInvocations", "AWS::Lambda::EventInvokeConfig");
        configuration.set("FunctionName", Stack.ref(id + "Function"));
        configuration.put("Qualifier", "live");
        configuration.putObject("DestinationConfig").putObject("OnFailure").set("Destination",
                stack.text(wanted.failuresArn()));
        wanted.retries().ifPresent(retries -> configuration.put("MaximumRetryAttempts", retries));
        wanted.ageMax().ifPresent(age -> configuration.put("MaximumEventAgeInSeconds", age.toSeconds()));
        stack.dependsOn(id + "LiveInvocations", id + "Live");
    }
}
