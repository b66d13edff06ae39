package io.sluice.simulation;

/// The rare states that a world may reach, each noted by the world when it sees that it has happened. Nothing in the
/// product knows of them.
public enum RareState {
    /// A commit won, and its answer was lost.
    COMMIT_WON_ANSWER_LOST,
    /// A commit lost, and its answer was lost.
    COMMIT_LOST_ANSWER_LOST,
    /// A commit won minutes after its sender had given it up.
    COMMIT_WON_LATE,
    /// A commit lost that arrived minutes after its sender had given it up.
    COMMIT_LOST_LATE,
    /// A commit won, was sent again by the client library, and the sender was told that it lost.
    COMMIT_REFUSED_BY_ITS_OWN_COPY,
    /// A run died between its commit, which won, and the answer.
    COMMIT_WON_SENDER_DIED,
    /// A run stalled after it had read the state, and lost its commit to another one.
    COMMIT_LOST_AFTER_STALL,
    /// A run died when it had written objects of a commit, and before the next one.
    RUN_DIED_BETWEEN_OBJECTS_AND_COMMIT,
    /// Another commit was made between a run's reading of the state and of the manifest that it names.
    MANIFEST_REPLACED_WHILE_READ,
    /// A manifest was replaced and deleted between a run's reading of the state and of the manifest.
    MANIFEST_GONE_WHILE_READ,
    /// A manifest was damaged, on its way or at rest, and an invocation ended with that.
    MANIFEST_DAMAGED,
    /// A sweep deleted a manifest whose commit never won.
    UNCOMMITTED_MANIFEST_SWEPT,

    /// An object was written, and the answer was lost.
    OBJECT_WRITTEN_ANSWER_LOST,
    /// An object was written minutes after its sender had given it up.
    OBJECT_WRITTEN_LATE,
    /// An object was written by one invocation, and again with the same bytes by another one.
    OBJECT_WRITTEN_TWICE,
    /// A copy of an object arrived when its delivery was over.
    OBJECT_COPY_AFTER_ITS_DELIVERY,
    /// An object was written, removed, and written again with the same bytes.
    OBJECT_WRITTEN_AGAIN_AFTER_REMOVAL,
    /// The data bucket refused an object.
    OBJECT_REFUSED,
    /// A commit gave a delivery up whose object had been refused.
    DELIVERY_GIVEN_UP,
    /// Somebody else put an object at the key of an open delivery.
    FOREIGN_OBJECT_IN_THE_WAY,
    /// The data bucket refused nothing any more when a delivery had been given up for its refusals.
    REFUSAL_MENDED_AFTER_GIVEN_UP,
    /// The object of a delivery that was given up was there after all, and the delivery was over with that.
    GIVEN_UP_DELIVERY_FOUND,
    /// The records of a delivery that was given up went into error records.
    GIVEN_UP_DELIVERY_WRAPPED,
    /// An invocation began to carry out a slice when the commit that it was asked for after was no longer the last.
    SLICE_BEHIND_LATER_COMMIT,

    /// A slot of folded batches left the manifest for a second object or a further one.
    SLOT_SEALED_LATE,
    /// The objects of a slot of folded batches were joined.
    SLOT_JOINED,
    /// A run read the entry of a batch that was folded before.
    FOLDED_ENTRY_READ,
    /// A batch of deletes left entries of the index undone without a word.
    ENTRIES_LEFT_UNDELETED,

    /// A segment was listed by a sweep when it was there and its entry was not, and its writer then wrote the entry.
    SWEEP_BETWEEN_SEGMENT_AND_ENTRY,
    /// A sweep deleted a segment that never had an entry.
    SEGMENT_ORPHANED,
    /// The same with a segment of a part of an uploaded object.
    UPLOAD_PART_ORPHANED,
    /// A sweep deleted a segment whose writer was alive and had not written its entry.
    SEGMENT_SWEPT_UNDER_ITS_WRITER,
    /// A sweep went on behind the place that an earlier invocation had come to.
    SWEEP_GONE_ON_WITH,
    /// An entry without receipts and positions was written, and the answer was lost.
    ENTRY_WRITTEN_ANSWER_LOST,
    /// An entry without receipts and positions was written minutes after its sender had given it up.
    ENTRY_WRITTEN_LATE,
    /// A second entry of a batch was written that names another segment.
    BATCH_ENTERED_TWICE,
    /// A batch was staged whose source numbers its records as another source does.
    TWO_STREAMS_NUMBER_ALIKE,
    /// An entry was written of a batch that was folded before.
    BATCH_ENTERED_AFTER_FOLDED,
    /// An invocation was answered that ran under another version of configuration than the operator's last.
    ACCEPTED_UNDER_OLDER_CONFIGURATION,
    /// An invocation that had begun was killed by its fifteen minutes.
    INVOCATION_KILLED_BY_ITS_TIME,

    /// A transaction with receipts conflicted with a receipt that was there.
    RECEIPT_CONFLICT,
    /// A transaction with receipts won, and its answer was lost.
    CLAIM_WON_ANSWER_LOST,
    /// A transaction with receipts lost, and its answer was lost.
    CLAIM_LOST_ANSWER_LOST,
    /// A transaction with receipts won minutes after its sender had given it up.
    CLAIM_WON_LATE,
    /// A transaction with receipts won, was sent again by the client library, and the sender was told that it lost.
    CLAIM_REFUSED_BY_ITS_OWN_COPY,
    /// A name was claimed again after its receipt had expired and was gone.
    CLAIM_AFTER_RECEIPT_EXPIRED,
    /// A transaction was refused since it was signed too long ago.
    CLAIM_SIGNED_TOO_LONG_AGO,
    /// A replica was suspended in a transaction that won, and never saw the answer.
    REPLICA_SUSPENDED_IN_WON_CLAIM,
    /// Some calls of a group had been staged before, and others had not.
    GROUP_PARTLY_REPEATED,
    /// A group was staged without those of its calls that nobody can stage.
    GROUP_WITHOUT_FAILING_CALLS,
    /// A call that was answered was answered again.
    CALL_ANSWERED_TWICE,
    /// A named call landed again, a day later.
    CALL_LANDED_AGAIN_AFTER_A_DAY,
    /// A call without a name landed more than once.
    NAMELESS_CALL_LANDED_TWICE,
    /// A queue's message or a table's change was answered for a second time.
    MESSAGE_ANSWERED_TWICE,
    /// The same, more than a day after it had been handed over first.
    MESSAGE_ANSWERED_AFTER_DAYS,
    /// An answered batch of messages was so large that no single transaction takes it.
    BATCH_OF_SEVERAL_TRANSACTIONS,
    /// A batch of messages was answered with some of them named as not staged.
    BATCH_ANSWERED_IN_PART,
    /// An uploaded object was answered again more than two weeks after it had been handed over first.
    UPLOAD_ANSWERED_AFTER_WEEKS,
    /// An invocation had no time for all parts of an uploaded object.
    UPLOAD_OUT_OF_TIME,
    /// An uploaded object was finished by another invocation than one that had staged parts of it.
    UPLOAD_FINISHED_BY_ANOTHER,

    /// A range of a Kinesis stream was answered that came through a registered consumer.
    STREAM_READ_THROUGH_CONSUMER,
    /// A source's range was refused, since its position had moved.
    RANGE_REFUSED,
    /// A position was moved, and the answer was lost.
    ADVANCE_WON_ANSWER_LOST,
    /// A position was moved minutes after its sender had given it up.
    ADVANCE_WON_LATE,
    /// A position was moved, the request sent again by the client library, and the sender told that it had lost.
    ADVANCE_REFUSED_BY_ITS_OWN_COPY,
    /// A range was answered of which the first records had been answered for before, and the last had not.
    RANGE_PARTLY_REPEATED,
    /// A range was answered of which records had been given up by the reader meanwhile.
    RANGE_ANSWERED_AFTER_GIVEN_UP,

    /// The history of lanes was changed or extended in an empty table, after the one that held it was lost.
    LANES_DECIDED_WHILE_TABLE_LOST,
    /// A change of the history of lanes was refused, since another one had been made.
    LANES_CHANGE_REFUSED,
    /// The history of lanes was changed, and the answer was lost.
    LANES_CHANGE_ANSWER_LOST,
    /// The number of lanes was lowered.
    LANES_LOWERED,
    /// An entry was written into a lane that what arrives last has no more.
    ENTRY_IN_LANE_NO_MORE,

    /// The table was lost when accepted batches waited in it to be folded.
    TABLE_LOST_WITH_ENTRIES,
    /// The table was lost when deliveries were open.
    TABLE_LOST_WITH_OPEN_DELIVERIES,
    /// An invocation ended since it saw that the table was lost, or not whole.
    TABLE_LOSS_NOTICED,
    /// An invocation ended since it saw that the table was set back.
    TABLE_SET_BACK_NOTICED,
    /// An entry was written into an empty table beside what was lost.
    STAGED_INTO_EMPTY_TABLE,
    /// A recovery was killed when it had written a part, and repeated until it was complete.
    RECOVERY_KILLED_AND_REPEATED,
    /// A recovery ran out of time, and was gone on with until it was complete.
    RECOVERY_GONE_ON_WITH,
    /// A recovery was refused while entries of what was read too late waited.
    RECOVERY_REFUSED_WHILE_ENTRIES_WAIT,
    /// A recovery went on with a manifest that follows the last commit and was not committed.
    RECOVERED_BY_UNCOMMITTED_MANIFEST,
    /// A recovery went on with another manifest of the version of the last commit.
    RECOVERED_BY_RIVAL_MANIFEST,
    /// An operator put into its source again what a recovery could not decide on.
    UNDECIDED_PUT_AGAIN,

    /// Damage came on top of damage.
    DAMAGE_ON_DAMAGE,
    /// A run named a damaged chunk.
    DAMAGED_CHUNK_NAMED,
    /// An operator gave a damaged chunk up.
    DAMAGED_CHUNK_GIVEN_UP,
    /// A segment was restored of which a chunk had been given up.
    SEGMENT_RESTORED_AFTER_GIVEN_UP,
    /// The directory of a batch was damaged, and its entry waited.
    DAMAGED_DIRECTORY_WAITED,
    /// An entry waited for an object of folded batches that was damaged.
    DAMAGED_SLOT_WAITED,
    /// Rejects that were written while a chunk was whole were in the way when it had been given up.
    REJECTS_IN_THE_WAY,

    /// A landing was put by another invocation than the one whose commit it tells of.
    LANDING_PUT_BY_ANOTHER,
    /// A landing was there already when an invocation put it.
    LANDING_PUT_TWICE,
    /// A landing was put, and the answer was lost.
    LANDING_PUT_ANSWER_LOST,
    /// A reader was told that it came too late for landings.
    READER_MISSED_LANDINGS,
    /// A reader met a landing again that it had been done with.
    READER_MET_LANDING_AGAIN,
    /// A reader of the lake's log left a change for later, since what had landed before it was not read.
    READER_WAITED_FOR_LANDINGS,
    /// Nobody could say until when the stream is complete.
    COMPLETENESS_UNKNOWN,
    /// The stream was complete until an earlier time than that at which it was asked.
    COMPLETE_UNTIL_EARLIER,
    /// Two publishers of events were at work at once.
    PUBLISHERS_MET,
    /// An hour was told that another run of the publisher had noted, and did not come to tell.
    HOUR_TOLD_BY_THE_NEXT_RUN,
    /// A landing was told to have records of a time that was told to be complete.
    LANDING_TOLD_LATE,
    /// Landings were told to be missing.
    LANDING_TOLD_MISSING,
    /// A date was told to be complete again.
    DATE_TOLD_COMPLETE_AGAIN,

    /// An entry of the lake's log was refused, since another one had its version.
    LAKE_VERSION_TAKEN,
    /// An object was removed by another invocation than the one that had told that it goes.
    REMOVED_BY_ANOTHER,
    /// A round of a compaction was given up.
    COMPACTION_ROUND_GIVEN_UP,
    /// An operator rewrote an object of a day whose round was open.
    OBJECT_REWRITTEN_IN_OPEN_ROUND,
    /// An operator rewrote an object that was joined and no longer visible.
    OBJECT_REWRITTEN_AFTER_JOINED,
    /// A source object was replaced when it had its receipt.
    SOURCE_REPLACED_AFTER_RECEIPT,
    /// A source object was put into a day that the view showed as moved.
    SOURCE_PUT_INTO_MOVED_DAY,
    /// A source object was not removed, since another version of it was there.
    SOURCE_REMOVAL_REFUSED,
    /// A commit was made while a retention run was under way.
    RETENTION_MET_COMMIT,
    /// A retention run left an object that was due, since its delivery was open.
    RETENTION_LEFT_OPEN_DELIVERY,
    /// A retention run told that objects go, and left them to the reader.
    RETENTION_WAITED_FOR_READER,
    /// An erasure did not call itself complete.
    ERASURE_INCOMPLETE,
    /// An erasure met days whose move or compaction was not finished.
    ERASURE_BESIDE_OPEN_DAYS,
    /// An erasure found nothing and so proved an earlier one.
    ERASURE_PROVED_EARLIER_ONE
}
