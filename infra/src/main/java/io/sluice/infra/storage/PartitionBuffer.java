package io.sluice.infra.storage;

import java.util.Optional;
import software.amazon.awscdk.CrossStackReferences;
import software.amazon.awscdk.ReferenceStrength;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableEncryption;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/// The place where accepted records wait for delivery: a bucket of segments and manifests, and the table of their
/// index. Both hold records that exist nowhere else, so both outlive their stack unless the user has it otherwise.
public final class PartitionBuffer extends Construct {
    /// The attribute that tells when an item may go, as the functions call it (`DynamoDbIndex`); receipts alone have
    /// it.
    private static final String EXPIRY = "ttl";
    private final IBucket staging;
    private final Table index;

    /// @param key     encrypts bucket and table; without it, AWS's own keys do
    /// @param removal what becomes of both when their stack goes
    PartitionBuffer(Construct scope, String id, Optional<? extends IKey> key, RemovalPolicy removal) {
        super(scope, id);
        staging = DataBucket.create(this, "Staging", key, removal);
        index = Table.Builder.create(this, "Index").partitionKey(text("pk")).sortKey(text("sk"))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .encryption(key.isPresent() ? TableEncryption.CUSTOMER_MANAGED : TableEncryption.DEFAULT)
                .encryptionKey(key.orElse(null)).deletionProtection(removal != RemovalPolicy.DESTROY)
                .timeToLiveAttribute(EXPIRY)
                .removalPolicy(removal).build();
        Suppressions.suppress(index, "AwsSolutions-DDB3",
                "A table that was set back is of no use: its state names manifests that are gone since. It is made"
                        + " again of the staging bucket.");
        CrossStackReferences.of(staging).produce(ReferenceStrength.STRONG);
        CrossStackReferences.of(index).produce(ReferenceStrength.STRONG);
    }

    /// Holds `segments/<stream>/…` and `manifests/<stream>/…`.
    public IBucket staging() {
        return staging;
    }

    /// Keys `pk` and `sk`, both strings.
    public ITable index() {
        return index;
    }

    private static Attribute text(String name) {
        return Attribute.builder().name(name).type(AttributeType.STRING).build();
    }
}
