package io.sluice.simulation;

/// How large a world is. A run that fails is made smaller by turning them down.
///
/// @param batches different batches, at least 1
/// @param steps   steps until faults stop and everything must come out right
/// @param faults  faults that happen at most
/// @param lakes   days are repartitioned and objects removed in one world of so many
/// @param compactions in one lake of so many the stream's own days are compacted instead
/// @param losses  times that the table is lost and made again of the staging bucket; what is repartitioned is not
/// @param kinesis of the worlds without a lake, one of so many reads a Kinesis stream
/// @param rots    of the worlds without a lake, staged bytes rot in one of so many
/// @param feed    what hands records over where there is no lake
/// @param buffers the most buffers that a configuration may ask for; 1: none names them
/// @param landing whether the stream has a landing log
/// @param extreme what its director seeks besides
record Knobs(int batches, int steps, int faults, int lakes, int compactions, int losses, int kinesis, int rots,
        Feed feed, int buffers, boolean landing, Extreme extreme) {
    /// What hands records over.
    enum Feed {
        /// A Kinesis stream in as many worlds as the knob of that name says, and Firehose in the others.
        FIREHOSE_OR_KINESIS,
        /// A Kafka topic.
        KAFKA,
        /// A CloudWatch Logs subscription.
        LOGS,
        /// An SQS queue.
        SQS,
        /// A DynamoDB stream.
        DYNAMODB_STREAMS,
        /// A bucket that objects are put into.
        OBJECTS,
        /// Clients of Firehose's API.
        CALLS
    }

    /// What chance alone seldom comes to.
    enum Extreme {
        /// Nothing.
        NONE,
        /// Landings alone, which publishers tell of, side by side and killed; judged by who is told.
        EVENTS,
        /// Batches of hundreds of messages, which no single transaction takes.
        FULL_BATCHES,
        /// What was handed over comes again for as long as its source may hand it over, and as its segment gets old.
        LATE_RETURNS,
        /// Two sources that number their records alike.
        NUMBERED_ALIKE,
        /// Others put objects where the stream is to put its own.
        OTHER_WRITERS,
        /// The data bucket refuses objects until some are given up, and takes them then.
        REFUSALS,
        /// Invocations stop anywhere while others do all of theirs.
        OVERTAKEN,
        /// What objects are read from fails, some are damaged, and some the stream's own.
        READS,
        /// Calls come to a replica in threads of their own.
        GROUPS,
        /// Items of the index cannot be decoded for a while.
        ENTRIES,
        /// The table is lost while flush runs are beside each other, and recovered where segments cannot be read.
        HARD_LOSSES
    }

    Knobs(int batches, int steps, int faults, int lakes, int compactions, int losses, int kinesis, int rots,
            Feed feed, int buffers, boolean landing) {
        this(batches, steps, faults, lakes, compactions, losses, kinesis, rots, feed, buffers, landing, Extreme.NONE);
    }

    Knobs(int batches, int steps, int faults, int lakes, int compactions, int losses, int kinesis, int rots,
            Feed feed) {
        this(batches, steps, faults, lakes, compactions, losses, kinesis, rots, feed, 1, false);
    }

    private static final int NEVER = Integer.MAX_VALUE;
    static final Knobs USUAL = new Knobs(6, 200, 1_000, 8, 2, 0, 4, 5, Feed.FIREHOSE_OR_KINESIS);
    /// Every world has a lake that is repartitioned.
    static final Knobs LAKES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, 1, NEVER, 0, USUAL.kinesis, NEVER,
            USUAL.feed);
    /// In every world the stream's days are compacted.
    static final Knobs COMPACTIONS = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, 1, 1, 0, USUAL.kinesis, NEVER,
            USUAL.feed);
    /// In every world the table is lost, up to three times.
    static final Knobs LOSSES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, NEVER, 3, NEVER, NEVER,
            USUAL.feed);
    /// In every world the table is lost, and a Kinesis stream read.
    static final Knobs KINESIS_LOSSES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, NEVER, 3, 1, NEVER,
            USUAL.feed);
    /// Every world reads a Kinesis stream.
    static final Knobs KINESIS = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, NEVER, 0, 1, USUAL.rots,
            USUAL.feed);
    /// In every world staged bytes rot.
    static final Knobs ROT = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, NEVER, 0, NEVER, 1,
            USUAL.feed);
    /// In every world staged bytes rot, and a Kinesis stream is read.
    static final Knobs KINESIS_ROT = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, NEVER, 0, 1, 1,
            USUAL.feed);

    /// In every world each configuration asks for one to three buffers.
    static final Knobs LANES = new Knobs(USUAL.batches + 4, 300, USUAL.faults, NEVER, NEVER, 0, NEVER, NEVER,
            USUAL.feed, 3, false);
    /// The same, and the table is lost, up to three times.
    static final Knobs LANES_LOSSES = new Knobs(LANES.batches, LANES.steps, LANES.faults, NEVER, NEVER, 3, NEVER, NEVER,
            USUAL.feed, 3, false);

    /// In every world the stream's days are compacted, or others repartitioned, and each configuration asks for one to
    /// three buffers.
    static final Knobs LAKE_LANES = new Knobs(LANES.batches, LANES.steps, LANES.faults, 1, 2, 0, NEVER, NEVER,
            USUAL.feed, 3, false);
    /// In every world the stream's days are compacted, and the table is lost, up to three times.
    static final Knobs LAKE_LOSSES = new Knobs(USUAL.batches, 300, USUAL.faults, 1, 1, 3, NEVER, NEVER, USUAL.feed);
    /// The same, and each configuration asks for one to three buffers.
    static final Knobs LAKE_LANES_LOSSES = new Knobs(LANES.batches, LANES.steps, LANES.faults, 1, 1, 3, NEVER, NEVER,
            USUAL.feed, 3, false);

    /// The same with a landing log, and without a lake.
    Knobs ofLandings() {
        return new Knobs(batches, steps, faults, NEVER, NEVER, losses, kinesis, rots, feed, buffers, true,
                extreme);
    }

    /// The same with a landing log, and with lakes.
    Knobs ofLakeLandings() {
        return new Knobs(batches, steps, faults, lakes, compactions, losses, kinesis, rots, feed, buffers, true,
                extreme);
    }

    /// The same with up to so many buffers.
    Knobs ofLanes(int most) {
        return new Knobs(batches, steps, faults, lakes, compactions, losses, kinesis, rots, feed, most, landing,
                extreme);
    }

    /// The same without lakes.
    Knobs withoutLakes() {
        return new Knobs(batches, steps, faults, NEVER, NEVER, losses, kinesis, rots, feed, buffers, landing,
                extreme);
    }

    /// Whether each world has a lake.
    boolean alwaysHasLake() {
        return lakes == 1;
    }

    /// The same with records of a Kafka topic.
    Knobs ofKafka() {
        return fed(Feed.KAFKA);
    }

    /// The same with log events of a subscription.
    Knobs ofLogs() {
        return fed(Feed.LOGS);
    }

    /// The same with messages of a queue.
    Knobs ofSqs() {
        return fed(Feed.SQS);
    }

    /// The same with changes of a table.
    Knobs ofChanges() {
        return fed(Feed.DYNAMODB_STREAMS);
    }

    /// The same with records of objects.
    Knobs ofObjects() {
        return fed(Feed.OBJECTS);
    }

    /// The same with calls of Firehose's API. Bytes rot in each of their worlds or in none: records that may land twice
    /// can't be told from those that were given up.
    Knobs ofCalls() {
        return new Knobs(batches, steps, faults, NEVER, NEVER, losses, NEVER, rots == 1 ? 1 : NEVER, Feed.CALLS,
                buffers, landing, extreme);
    }

    /// The same without a lake and without bytes that rot, and with an extreme.
    Knobs seeking(Extreme other) {
        return new Knobs(batches, steps, faults, NEVER, NEVER, losses, kinesis, NEVER, feed, buffers, landing, other);
    }

    /// The same, and invocations are overtaken by others.
    Knobs overtaken() {
        return new Knobs(batches, steps, faults, lakes, compactions, losses, kinesis, rots, feed, buffers, landing,
                Extreme.OVERTAKEN);
    }

    /// The same with batches from Firehose alone.
    Knobs ofFirehose() {
        return new Knobs(batches, steps, faults, lakes, compactions, losses, NEVER, rots, feed, buffers, landing,
                extreme);
    }

    /// Whether bytes rot in each world.
    boolean alwaysRots() {
        return rots == 1;
    }

    private Knobs fed(Feed other) {
        return new Knobs(batches, steps, faults, NEVER, NEVER, losses, NEVER, rots, other, buffers, landing, extreme);
    }

    Knobs withBatches(int fewer) {
        return new Knobs(Math.max(1, fewer), steps, faults, lakes, compactions, losses, kinesis, rots, feed, buffers,
                landing, extreme);
    }

    Knobs withSteps(int fewer) {
        return new Knobs(batches, fewer, faults, lakes, compactions, losses, kinesis, rots, feed, buffers,
                landing, extreme);
    }

    Knobs withFaults(int fewer) {
        return new Knobs(batches, steps, Math.max(0, fewer), lakes, compactions, losses, kinesis, rots, feed, buffers,
                landing, extreme);
    }
}
