package io.sluice.local.evidence;

import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.DynamoDbLanes;
import io.sluice.aws.RequestCounts;
import io.sluice.index.BufferIndex;
import io.sluice.lane.Lane;
import io.sluice.lane.LaneHistory;
import io.sluice.local.server.EmbeddedServices;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The buffers that a local stream has, one for each of its lanes.
///
/// @param dynamoDb closed by who made it
record LaneBuffers(String stream, DynamoDbClient dynamoDb, RequestCounts counts) {
    /// Their names; the first one's is the stream's.
    List<String> names() {
        int lanes = new DynamoDbLanes(dynamoDb, EmbeddedServices.INDEX_TABLE, stream, counts).lanes()
                .map(LaneHistory::most).orElse(1);
        return IntStream.range(0, lanes).mapToObj(lane -> new Lane(lane).buffer(stream)).toList();
    }

    BufferIndex index(String buffer) {
        return new DynamoDbIndex(dynamoDb, EmbeddedServices.INDEX_TABLE, buffer, counts);
    }
}
