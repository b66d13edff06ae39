package io.sluice.benchmarks.sustain;

import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.aws.ServiceEndpoint;
import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.rounds.CpuClock;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Processor time of the AWS SDK's part in a request, measured in this run on the functions' own adapters with a
/// transport that answers at once, and of TLS's cipher for each byte. The kernel's part and handshakes are left out.
///
/// @param put     nanoseconds a PUT
/// @param get     a GET, HEAD, DELETE or LIST
/// @param index   a request to DynamoDB
/// @param putByte each byte sent
/// @param getByte each byte received
record ClientCost(double put, double get, double index, double putByte, double getByte) {
    /// Of a client that costs nothing.
    static final ClientCost NONE = new ClientCost(0, 0, 0, 0, 0);

    private static final int ROUNDS = 4;
    private static final int LARGE = 1 << 20;
    private static final int SMALL = 1 << 10;
    private static final int TLS_RECORD = 16 << 10;
    private static final ObjectKey KEY = new ObjectKey("customer=1000000000/device=mobile/2026/08/09/20/object.gz");

    static ClientCost measure(Effort effort) {
        int calls = effort.pick(20, 1_500, 2_000);
        ServiceEndpoint nowhere = ServiceEndpoint.open(URI.create("https://localhost:1"));
        AnsweringHttp http = new AnsweringHttp();
        try (var s3 = AwsClients.s3(http, Optional.of(nowhere));
                var dynamoDb = AwsClients.dynamoDb(http, Optional.of(nowhere))) {
            S3ObjectStore store = new S3ObjectStore(s3, "bucket", Optional.empty(), new RequestCounts());
            DynamoDbIndex table = new DynamoDbIndex(dynamoDb, "table", "stream", new RequestCounts());
            ObjectAttributes attributes = new ObjectAttributes("", "0".repeat(32), 0, 0);
            Body small = Body.of(new byte[SMALL]);
            Body large = Body.of(new byte[LARGE]);
            double put = each(calls, () -> store.create(KEY, small, attributes));
            double putLarge = each(calls / 40 + 1, () -> store.create(KEY, large, attributes));
            double get = each(calls, () -> store.get(KEY, new ByteRange(0, SMALL)));
            double getLarge = each(calls / 40 + 1, () -> store.get(KEY, new ByteRange(0, LARGE)));
            double index = each(calls, table::state);
            double tls = tls(calls / 4);
            return new ClientCost(put, get, index, perByte(put, putLarge) + tls, perByte(get, getLarge) + tls);
        }
    }

    private static double perByte(double small, double large) {
        return Math.max(0, large - small) / (LARGE - SMALL);
    }

    /// The fastest of some rounds' average.
    private static double each(int calls, Runnable call) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = CpuClock.nanos();
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            best = Math.min(best, (double) (CpuClock.nanos() - start) / calls);
        }
        return best;
    }

    private static double tls(int calls) {
        byte[] record = new byte[TLS_RECORD];
        SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
        int[] number = new int[1];
        Cipher cipher = cipher();
        byte[] sealed = new byte[TLS_RECORD + 64];
        return each(10 * calls, () -> {
            try {
                byte[] nonce = new byte[12];
                nonce[0] = (byte) number[0];
                nonce[1] = (byte) (number[0]++ >> 8);
                cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
                cipher.doFinal(record, 0, record.length, sealed);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("AES-GCM refuses a record", e);
            }
        }) / TLS_RECORD;
    }

    private static Cipher cipher() {
        try {
            return Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a Java platform without AES-GCM", e);
        }
    }

    double sending(long bytes) {
        return put + bytes * putByte;
    }

    double receiving(long bytes) {
        return get + bytes * getByte;
    }
}
