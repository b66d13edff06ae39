package io.sluice.infra.storage;

import io.sluice.deployment.KeyRights;
import io.sluice.deployment.Right;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;

/// The rights of a role on a KMS key, [KeyRights] as CDK takes them.
public final class KeyUse {
    private KeyUse() {}

    /// The stream's key, and that of the data bucket, should a user's bucket have another one.
    public static List<IKey> ofObjects(Optional<IKey> key, IBucket data) {
        var keys = new LinkedHashMap<String, IKey>();
        key.ifPresent(each -> keys.put(each.getKeyArn(), each));
        Optional.ofNullable(data.getEncryptionKey()).ifPresent(each -> keys.putIfAbsent(each.getKeyArn(), each));
        return List.copyOf(keys.values());
    }

    public static PolicyStatement objects(IKey key) {
        return statement(KeyRights.objects(key.getKeyArn()));
    }

    public static PolicyStatement readObjects(IKey key) {
        return statement(KeyRights.readObjects(key.getKeyArn()));
    }

    public static PolicyStatement readObjects(String keyArn) {
        return statement(KeyRights.readObjects(keyArn));
    }

    public static PolicyStatement records(IKey key) {
        return statement(KeyRights.records(key.getKeyArn()));
    }

    public static PolicyStatement messages(IKey key) {
        return statement(KeyRights.messages(key.getKeyArn()));
    }

    public static PolicyStatement secrets(String keyArn) {
        return statement(KeyRights.secrets(keyArn));
    }

    public static PolicyStatement receivedMessages(IKey key) {
        return statement(KeyRights.receivedMessages(key.getKeyArn()));
    }

    public static PolicyStatement receivedMessages(String keyArn) {
        return statement(KeyRights.receivedMessages(keyArn));
    }

    public static PolicyStatement changes(String keyArn) {
        return statement(KeyRights.changes(keyArn));
    }

    public static PolicyStatement environment(IKey key) {
        return statement(KeyRights.environment(key.getKeyArn()));
    }

    private static PolicyStatement statement(Right right) {
        return PolicyStatements.of(right, TokenNames.STACK);
    }
}
