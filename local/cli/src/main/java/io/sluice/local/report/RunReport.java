package io.sluice.local.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.Sizes;
import io.sluice.local.plan.Cost;
import io.sluice.local.rejects.RejectReason;
import io.sluice.local.terminal.Ink;
import io.sluice.local.terminal.Screen;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/// The report that a run prints on standard output: text for people, or one JSON object.
///
/// @param stream  the stream's name
/// @param place   where the delivered objects are, as the user calls it, without a slash at its end
/// @param counts  what went through
/// @param objects the objects that are there
/// @param rejects why records were rejected, the most frequent reason first
/// @param cost    what the run would cost
public record RunReport(String stream, String place, RunCounts counts, DeliveredFiles objects,
        List<RejectReason> rejects, Cost cost) {
    /// Below, what each object and each run of a function costs says nothing about a stream.
    private static final double COST_GIGABYTES_MIN = 0.001;
    /// The width of the names of lines.
    private static final String INDENT = " ".repeat(10);
    private static final String TREE_INDENT = "  ";

    public RunReport {
        rejects = List.copyOf(rejects);
    }

    /// Prints one JSON object, on one line.
    public void printJson(PrintWriter to) {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode();
        root.put("stream", stream).put("recordsIn", counts.recordsIn())
                .put("recordsDelivered", counts.recordsDelivered())
                .put("recordsRejected", counts.recordsRejected()).put("recordsDropped", counts.recordsDropped())
                .put("recordsDiscarded", counts.recordsDiscarded())
                .put("objects", counts.objects())
                .put("errorObjects", counts.errorObjects()).put("bytesIn", counts.bytesIn())
                .put("bytesDelivered", objects.bytes())
                .put("partitions", objects.partitions()).put("activePartitionsPeak", counts.activePartitionsPeak());
        root.putObject("requests").put("s3Put", counts.requests().s3Put()).put("s3Get", counts.requests().s3Get())
                .put("s3Delete", counts.requests().s3Delete()).put("s3List", counts.requests().s3List())
                .put("dynamoDbWriteUnits", counts.requests().dynamoDbWriteUnits())
                .put("dynamoDbReadUnits", counts.requests().dynamoDbReadUnits());
        RejectsText.write(rejects, root.putArray("rejects"));
        root.put("costUsdPerGb", cost.sluicePerGb().orElse(0.0));
        root.put("firehoseCostUsdPerGb", cost.firehosePerGb().orElse(0.0));
        try {
            to.println(json.writeValueAsString(root));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of numbers is JSON", e);
        }
        to.flush();
    }

    /// Prints the tree of the objects, the counts, the requests and the cost.
    public void printText(PrintWriter to, Screen screen, String pricesOf) {
        screen.print(to, PlainText.of(place) + "/", INDENT.length());
        objects.tree().lines(screen.width() - TREE_INDENT.length()).forEach(line -> to.println(TREE_INDENT + line));
        to.println();
        line(to, screen,
                "records   " + Sizes.count(counts.recordsIn()) + " in = " + Sizes.count(counts.recordsDelivered())
                        + " delivered + "
                        + Sizes.count(counts.recordsRejected()) + " rejected + " + Sizes.count(counts.recordsDropped())
                        + " dropped" + (counts.recordsDiscarded() == 0
                                ? ""
                                : " + " + Sizes.count(counts.recordsDiscarded()) + " given up"));
        RejectsText.print(rejects, to, screen);
        line(to, screen, "objects   " + Sizes.count(counts.objects()) + (counts.errorObjects() == 0
                ? ""
                : ", "
                        + Sizes.count(counts.errorObjects(), "error object") + " among them")
                + "; " + Sizes.count(objects.partitions(), "partition")
                + ", at most " + Sizes.count(counts.activePartitionsPeak()) + " buffered at once");
        line(to, screen,
                "bytes     " + Sizes.bytes(counts.bytesIn()) + " in, " + Sizes.bytes(objects.bytes()) + " in objects");
        line(to, screen, String.format(Locale.ROOT,
                "requests  S3: %,d PUT, %,d GET, %,d DELETE, %,d LIST; DynamoDB: %,.1f write units, %,.1f read units",
                counts.requests().s3Put(), counts.requests().s3Get(), counts.requests().s3Delete(),
                counts.requests().s3List(), counts.requests().dynamoDbWriteUnits(),
                counts.requests().dynamoDbReadUnits()));
        printCost(to, screen, pricesOf);
        to.flush();
    }

    private static void line(PrintWriter to, Screen screen, String line) {
        screen.print(to, Ink.HEADER, line.split(" ", 2)[0], line, INDENT.length());
    }

    private void printCost(PrintWriter to, Screen screen, String pricesOf) {
        if (cost.sluicePerGb().isEmpty() || cost.gigabytes() < COST_GIGABYTES_MIN) {
            return;
        }
        line(to, screen, "cost      " + Sizes.dollars(cost.sluicePerGb().get()) + " per GB on AWS ("
                + Sizes.dollars(cost.firehosePerGb().orElse(0.0))
                + " with Firehose's dynamic partitioning); beside ingestion and"
                + " storage, prices of " + pricesOf);
        if (cost.gigabytes() < 0.1) {
            line(to, screen,
                    INDENT + "a small sample: what each object and run costs weighs more than in a busy stream");
        }
    }
}
