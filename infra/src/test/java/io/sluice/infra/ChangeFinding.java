package io.sluice.infra;

/// What there is to know of a change from one variant to another. The first five are refused, by CloudFormation or by
/// the service; the others take a step before or after the deployment.
enum ChangeFinding {
    LOCKED('L', "CloudFormation refuses the storage stack's update before anything has changed: the pipeline still"
            + " imports the buffer or the Kinesis stream that would leave the stack. Take the steps beside it, then"
            + " deploy the pipeline first (`--exclusively`), then `--all`."),
    CROSSED('X', "As L, but the new pipeline also needs what the storage stack does not have yet, so neither can go"
            + " first. Take the steps beside it, destroy the pipeline, and deploy again: storage stays."),
    NAMED('N', "CloudFormation refuses to replace the Firehose stream, because its name is the configuration's and a"
            + " second one of that name cannot be made. As for X."),
    PARTITIONING('P', "Firehose turns dynamic partitioning neither on nor off for a stream that is there, so the"
            + " pipeline's update fails and is rolled back. As for X."),
    DATABASE('G', "The Glue database is there already, so it cannot be made; so too if tables were taken away earlier,"
            + " since their database stays. Go on with `-c tableDatabase=existing`."),
    HELD('H', "The Firehose stream is deleted, and with it the records that it still holds. Stop its producers (of a"
            + " Kinesis source, those of the Kinesis stream), and wait until Firehose has handed everything over."),
    UNREAD('U', "The Kinesis stream is read no longer. Stop its producers and wait until everything in it is read."),
    READ_AGAIN('R', "Another reader of the same Kinesis stream knows nothing of how far the first one came: a new"
            + " event source mapping begins at the oldest record and delivers again what is still there, Firehose"
            + " begins at the newest. From Firehose to events go over to another Kinesis stream; from events to"
            + " Firehose stop the producers and wait until everything is read."),
    DRAIN('D', "Nothing delivers what waits in the buffer. Drain it after the last record has come in."),
    BUCKET('B', "Objects go to another bucket; those that are delivered stay where they are, out of reach of"
            + " retention and erasure. In delivery `buffer` disable the flush schedule, drain until no delivery is"
            + " open, deploy, and enable it: a delivery that was half done would be done again in the new bucket."
            + " Change nothing else with it."),
    KEY('K', "The functions lose the right to decrypt with the former key. Before, let that key's own policy allow"
            + " their roles `kms:Decrypt`: flush runs need it until all that was staged is delivered, and an erasure"
            + " that rewrites a repartition's source for as long as that is there."),
    FORMAT('F', "The table of the records would describe other files than lie under its prefix. Change prefix and"
            + " table name with it, or repartition what is there."),
    DETACH('T', "Your Firehose stream invokes a function by a role that goes. Put its old processors back first."),
    ATTACH('A', "Run the command that the stack prints as `AttachCommand`; delivery `firehose` needs a stream that"
            + " was made with dynamic partitioning."),
    LEFT_OVER('S', "The repartition's stack stays, since it is no longer part of the app. Destroy it first.");

    private final char code;
    private final String meaning;

    ChangeFinding(char code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    char code() {
        return code;
    }

    String meaning() {
        return meaning;
    }

    /// Whether the way to go is to destroy the pipeline.
    boolean needsANewPipeline() {
        return this == CROSSED || this == NAMED || this == PARTITIONING;
    }

    boolean isLock() {
        return this == LOCKED || this == CROSSED;
    }

    boolean isRefusal() {
        return compareTo(DATABASE) <= 0;
    }
}
