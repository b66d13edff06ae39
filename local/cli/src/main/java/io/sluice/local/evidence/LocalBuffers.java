package io.sluice.local.evidence;

import io.sluice.aws.DynamoDbBufferCounts;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.RequestCounts;
import io.sluice.buffers.BufferCountHistory;
import io.sluice.buffers.BufferNumber;
import io.sluice.index.BufferIndex;
import io.sluice.local.server.EmbeddedServices;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The buffers that a local stream has, one for each of its buffers.
///
/// @param dynamoDb closed by who made it
record LocalBuffers(String stream, DynamoDbClient dynamoDb, RequestCounts counts) {
    /// Their names; the first one's is the stream's.
    List<String> names() {
        int buffers = new DynamoDbBufferCounts(dynamoDb, EmbeddedServices.INDEX_TABLE, stream, counts).bufferCounts()
                .map(BufferCountHistory::most).orElse(1);
        return IntStream.range(0, buffers).mapToObj(number -> new BufferNumber(number).buffer(stream)).toList();
    }

    BufferIndex index(String buffer) {
        return new DynamoDbIndex(dynamoDb, EmbeddedServices.INDEX_TABLE, buffer, counts);
    }
}
