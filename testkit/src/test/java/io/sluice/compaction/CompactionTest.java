package io.sluice.compaction;

import static io.sluice.compaction.CompactedLake.FIRST;
import static io.sluice.compaction.CompactedLake.SECOND;
import static io.sluice.compaction.CompactedLake.key;
import static io.sluice.compaction.CompactedLake.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.sluice.codec.Compression;
import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeLog;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.layout.PrefixException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceListing;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.wire.Gzip;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.DayMove.Settled;
import io.sluice.view.DayMoveException;
import io.sluice.view.DayRun;
import io.sluice.view.OpenDays;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class CompactionTest {
    private static final String A = row("ak", FIRST, 1);
    private static final String B = row("ak", FIRST, 2);
    private static final String C = row("ak", FIRST, 3);

    private final CompactedLake lake = new CompactedLake();

    @Test
    void objectsAreAtMostTheBytesByTheTargetSizeAndOneMoreAFolder() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String row = row("ak", FIRST, i);
            rows.add(row);
            lake.deliver("ak", FIRST, i, row);
        }
        long bytes = lake.data.contents().values().stream().mapToLong(each -> each.length).sum();
        lake.objectBytes = bytes / 7;
        assertEquals(List.of(), lake.run());
        assertTrue(lake.keys("large/").size() <= 8, lake.keys("large/").toString());
        assertTrue(lake.keys("large/").size() > 1, lake.keys("large/").toString());
        rows.sort(null);
        assertEquals(rows, lake.inLarge());
        assertEquals(rows, lake.visible());
    }

    @Test
    void textGzipAndZstdAreJoinedToOneMemberWhateverTheyEndWith() {
        lake.put(key("ak", FIRST, 1), A.getBytes(UTF_8));
        lake.put(key("ak", FIRST, 2), Zstd.compress(B.getBytes(UTF_8)));
        lake.put(key("ak", FIRST, 3), Gzip.of("\uFEFF" + C + "\n"));
        lake.put(key("ak", FIRST, 4), Gzip.of(""));
        lake.put(key("ak", FIRST, 5), new byte[0]);
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A, B, C), lake.inLarge());
        assertEquals(1, lake.keys("large/").size());
    }

    /// A line end between two of them would be a byte of a record.
    @Test
    void whatIsNoTextIsJoinedByteByByteOrNotAtAll() {
        byte[] delimited = {0, 1, (byte) 0xFF, 7, '\n'};
        lake.put(key("ak", FIRST, 1), delimited);
        lake.put(key("ak", FIRST, 2), delimited);
        assertEquals(List.of(), lake.run());
        assertEquals(1, lake.keys("large/").size());
        lake.put(key("ak", SECOND, 1), new byte[]{0, 1, 2});
        lake.put(key("ak", SECOND, 2), new byte[]{3, 4, 5});
        List<String> troubles = lake.run();
        assertTrue(troubles.getFirst().contains(key("ak", SECOND, 1) + " has bytes that no text has"),
                troubles.toString());
        assertEquals(2, lake.keys("net=ak/date=" + SECOND).size());
    }

    @Test
    void aZstdObjectIsOneFrameThatSaysHowLongItIs() {
        lake.compression = Compression.ZSTD;
        lake.deliver("ak", FIRST, 1, A);
        lake.deliver("ak", FIRST, 2, B);
        assertEquals(List.of(), lake.run());
        byte[] object = lake.data.contents().get(lake.keys("large/").getFirst());
        String text = A + "\n" + B + "\n";
        assertEquals(text.length(), Zstd.getFrameContentSize(object));
        assertEquals(text, new String(Zstd.decompress(object, text.length()), UTF_8));
    }

    @Test
    void whatIsJoinedIsToldOnceAndStaysForItsReader() {
        AtomicLong cursor = new AtomicLong();
        lake.told = Optional.of(new LakeLog.Reader(Optional.of(cursor::get), Duration.ofDays(7)));
        lake.deliver("ak", FIRST, 1, A);
        lake.deliver("ak", FIRST, 2, B);
        lake.run();
        lake.run();
        List<LakeChange> told = new LandingLog(LakeLog.chain("quakes"), lake.staging).steps(0)
                .flatMap(step -> ((LandingLog.Step.Came) step).landing().change().stream()).toList();
        assertEquals(List.of("compaction/" + FIRST + "/1/1"), told.stream().map(LakeChange::id).toList());
        assertEquals(lake.keys("net="), told.getFirst().gone().stream().map(each -> each.key().value()).toList());
        assertEquals(lake.keys("large/"), told.getFirst().made().stream().map(each -> each.key().value()).toList());
        assertEquals(2, lake.keys("net=").size(), "they stay for the reader");
        cursor.set(1);
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(), lake.keys("net="));
    }

    @Test
    void aStreamWithoutALandingLogHasNoRequestMore() {
        lake.deliver("ak", FIRST, 1, A);
        lake.run();
        assertFalse(lake.faults.requests.stream().anyMatch(each -> each.contains("landings/")),
                lake.faults.requests::toString);
        CompactedLake telling = new CompactedLake();
        telling.told = Optional.of(new LakeLog.Reader(Optional.empty(), Duration.ofDays(7)));
        telling.deliver("ak", FIRST, 1, A);
        telling.run();
        String note = "landings/quakes!lake!told/compaction/" + FIRST + "/1";
        assertEquals(List.of("GET " + note, "GET landings/quakes!lake!removed", "LIST landings/quakes!lake/",
                "CREATE " + Landing.key("quakes!lake", 1), "PUT " + note, "GET " + note),
                telling.faults.requests.stream().filter(each -> each.contains("landings/"))
                        .map(each -> each.substring("staging ".length())).toList());
    }

    @Test
    void aLateObjectIsVisibleAtOnceAndJoinedByTheRunAfterTheRemoval() {
        lake.grace = Duration.ofHours(1);
        lake.deliver("ak", FIRST, 1, A);
        lake.run();
        lake.deliver("ak", FIRST, 2, B);
        assertEquals(List.of(A, B), lake.visible());
        lake.run();
        assertEquals(List.of(A), lake.inLarge(), "the source of the first round is still there");
        lake.now = lake.now.plus(Duration.ofMinutes(61));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A, B), lake.visible());
        assertEquals(List.of(A, B), lake.inLarge());
        lake.now = lake.now.plus(Duration.ofMinutes(61));
        lake.run();
        assertEquals(List.of(), lake.keys("net="));
        assertEquals(List.of(A, B), lake.visible());
    }

    @Test
    void whatChangesUnderARoundAbandonsItAndNothingOfItIsSeen() {
        lake.deliver("ak", FIRST, 1, A);
        String changing = lake.deliver("ak", FIRST, 2, B);
        Compaction stalled = lake.compaction();
        Round round = stalled.plan(FIRST, stalled.list()).orElseThrow();
        assertEquals(List.of(new Joined.Written()), CompactedLake.join(stalled, round));
        lake.data.delete(List.of(round.joins().getFirst().target()));
        lake.put(changing, Gzip.of(C + "\n"));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A, C), lake.visible());
        assertEquals(List.of(A, C), lake.inLarge());
        lake.put(round.joins().getFirst().target().value(), Gzip.of(A + "\n" + B + "\n"));
        assertEquals(List.of(A, C), lake.visible(), "what a stalled run writes late is not read");
        assertTrue(stalled.settle(round, Deadline.NONE) instanceof Settled.Changed, "it is not that object");
        assertEquals(List.of(A, C), lake.visible());
    }

    @Test
    void aSourceThatIsRemovedMeanwhileIsNotBroughtBack() {
        lake.deliver("ak", FIRST, 1, A);
        String erased = lake.deliver("ci", FIRST, 2, row("ci", FIRST, 2));
        Compaction compaction = lake.compaction();
        Round round = compaction.plan(FIRST, compaction.list()).orElseThrow();
        assertEquals(List.of(FIRST), new OpenDays("quakes", lake.staging).read(), "an erasure is not complete");
        CompactedLake.join(compaction, round);
        lake.data.delete(List.of(new ObjectKey(erased)));
        lake.data.delete(lake.keys("large/net=ci").stream().map(ObjectKey::new).toList());
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A), lake.visible());
        assertEquals(List.of(A), lake.inLarge());
        assertEquals(List.of(), new OpenDays("quakes", lake.staging).read());
    }

    @Test
    void aDayThatWasPlannedAndLostAllOfItsObjectsIsGivenUp() {
        String erased = lake.deliver("ak", FIRST, 1, A);
        Compaction compaction = lake.compaction();
        compaction.plan(FIRST, compaction.list());
        lake.data.delete(List.of(new ObjectKey(erased)));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(), new OpenDays("quakes", lake.staging).read());
        assertEquals(List.of(), lake.visible());
    }

    @Test
    void whatRetentionTookFromBothSidesHoldsUpNothing() {
        lake.grace = Duration.ofHours(1);
        lake.deliver("ak", FIRST, 1, A);
        lake.deliver("nc", SECOND, 2, row("nc", SECOND, 2));
        lake.run();
        lake.data.delete(lake.data.contents().keySet().stream().filter(key -> key.contains(FIRST.toString()))
                .map(ObjectKey::new).toList());
        lake.now = lake.now.plus(Duration.ofHours(2));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(row("nc", SECOND, 2)), lake.visible());
        assertEquals(List.of(), lake.keys("net="));
    }

    @Test
    void aSourceStaysWhereWhatItWasJoinedToIsGone() {
        lake.grace = Duration.ofHours(1);
        lake.deliver("ak", FIRST, 1, A);
        lake.run();
        lake.data.delete(lake.keys("large/").stream().map(ObjectKey::new).toList());
        lake.now = lake.now.plus(Duration.ofHours(2));
        List<String> troubles = lake.run();
        assertTrue(troubles.getFirst().startsWith("s3://lake/large/net=ak/"), troubles.toString());
        assertTrue(troubles.getFirst().endsWith(" is gone"), troubles.toString());
        assertEquals(1, lake.keys("net=").size());
    }

    @Test
    void aDamagedObjectHoldsUpItsDayAlone() {
        lake.deliver("nc", SECOND, 1, row("nc", SECOND, 1));
        lake.deliver("ak", FIRST, 1, A);
        byte[] whole = Gzip.of(B + "\n");
        whole[whole.length - 6] ^= 1;
        lake.put(key("ak", FIRST, 2), whole);
        List<String> troubles = lake.run();
        assertEquals(1, troubles.size(), troubles.toString());
        assertTrue(troubles.getFirst().contains(key("ak", FIRST, 2)), troubles.toString());
        assertEquals(2, lake.keys("net=ak").size());
        assertEquals(List.of(row("nc", SECOND, 1)), lake.inLarge());
    }

    private static ObjectKey plan(LocalDate day, int round) {
        return new ObjectKey("compaction/quakes/days/" + day + "/%06d".formatted(round));
    }

    private void damage(ObjectKey key) {
        byte[] bytes = lake.staging.get(key).clone();
        bytes[bytes.length / 2] ^= 1;
        lake.staging.put(key, Body.of(bytes));
    }

    /// Its round is not moved, so nobody has seen what it made: the next round takes its place.
    @Test
    void aDamagedPlanIsGivenUpWithWhatItMade() {
        lake.deliver("ak", FIRST, 1, A);
        lake.deliver("nc", SECOND, 1, row("nc", SECOND, 1));
        Compaction compaction = lake.compaction();
        Round round = compaction.plan(FIRST, compaction.list()).orElseThrow();
        CompactedLake.join(compaction, round);
        damage(plan(FIRST, 1));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A, row("nc", SECOND, 1)), lake.inLarge());
        assertEquals(List.of(A, row("nc", SECOND, 1)), lake.visible());
        assertEquals(List.of(), lake.keys("net="));
    }

    @Test
    void aPlanThatIsLostOrDamagedOnceItsRoundIsMovedIsMadeAgainOfWhatItHid() {
        for (boolean damaged : new boolean[]{true, false}) {
            lake.grace = Duration.ofHours(1);
            lake.deliver("ak", FIRST, 1, A);
            lake.deliver("ak", FIRST, 2, B);
            lake.deliver("nc", FIRST, 3, C);
            lake.run();
            ObjectKey plan = lake.staging.contents().keySet().stream().filter(key -> key.contains("/days/"))
                    .map(ObjectKey::new).toList().getLast();
            if (damaged) {
                damage(plan);
            } else {
                lake.staging.delete(List.of(plan));
            }
            lake.now = lake.now.plus(Duration.ofHours(2));
            assertEquals(List.of(), lake.run());
            assertEquals(List.of(), lake.keys("net="));
            lake.now = lake.now.plus(Duration.ofHours(2));
        }
        assertEquals(List.of(A, A, B, B, C, C), lake.visible());
        assertEquals(List.of(A, A, B, B, C, C), lake.inLarge());
    }

    /// The way out that the message names.
    @Test
    void aPlanThatCannotBeMadeAgainHoldsUpItsDayAloneUntilWhatItHidIsMovedAway() {
        lake.grace = Duration.ofHours(1);
        String gone = lake.deliver("ak", FIRST, 1, A);
        String left = lake.deliver("ak", FIRST, 2, B);
        lake.run();
        lake.staging.delete(List.of(plan(FIRST, 1)));
        lake.data.delete(List.of(new ObjectKey(gone)));
        lake.deliver("nc", SECOND, 1, row("nc", SECOND, 1));
        lake.now = lake.now.plus(Duration.ofHours(2));
        String trouble = lake.run().getFirst();
        assertTrue(trouble.contains(plan(FIRST, 1).value()) && trouble.contains(left)
                && trouble.contains("move those objects away"), trouble);
        assertEquals(List.of(A, B, row("nc", SECOND, 1)), lake.inLarge(), "the other day is compacted");
        assertEquals(List.of(A, B, row("nc", SECOND, 1)), lake.visible());
        lake.data.delete(List.of(new ObjectKey(left)));
        lake.deliver("ak", FIRST, 3, C);
        lake.run();
        lake.now = lake.now.plus(Duration.ofHours(2));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A, B, C, row("nc", SECOND, 1)), lake.inLarge());
        assertEquals(List.of(A, B, C, row("nc", SECOND, 1)), lake.visible());
        assertEquals(List.of(), lake.keys("net="));
    }

    @Test
    void objectsOfOthersAreLeftAlone() {
        lake.deliver("ak", FIRST, 1, A);
        lake.put("net=ak/date=" + FIRST + "/mine.json", B.getBytes(UTF_8));
        lake.put("large/net=ak/date=" + FIRST + "/theirs.json", C.getBytes(UTF_8));
        assertEquals("left alone: 1 with names that the stream does not give",
                lake.compaction().list().remark().orElseThrow());
        assertEquals(List.of(), lake.run());
        assertEquals(List.of("net=ak/date=" + FIRST + "/mine.json"), lake.keys("net="));
        assertEquals(List.of(A, B), lake.visible(), "and what is not the compaction's is not read in its folder");
    }

    @Test
    void anObjectOfOthersUnderTheNameOfATargetHoldsUpItsDay() {
        lake.deliver("ak", FIRST, 1, A);
        Compaction compaction = lake.compaction();
        Round round = compaction.plan(FIRST, compaction.list()).orElseThrow();
        lake.put(round.joins().getFirst().target().value(), Gzip.of(C + "\n"));
        List<String> troubles = lake.run();
        assertTrue(troubles.getFirst().contains("no compaction's"), troubles.toString());
        assertEquals(List.of(A), lake.visible());
        assertEquals(1, lake.keys("net=").size());
        assertEquals(1, lake.keys("large/").size());
    }

    @Test
    void whatAFlushRunMayStillWriteIsLeftToTheNextRun() {
        String open = lake.deliver("ak", FIRST, 1, A);
        lake.open = Optional.of(Set.of(new ObjectKey(open)));
        lake.now = lake.now.plus(Duration.ofHours(1));
        lake.deliver("ak", FIRST, 2, B);
        assertEquals(List.of(), lake.run());
        assertEquals(2, lake.keys("net=").size());
        lake.open = Optional.of(Set.of());
        lake.run();
        assertEquals(List.of(A), lake.inLarge(), "the other one is too young");
        assertEquals(List.of(A, B), lake.visible());
    }

    @Test
    void aFlushRunThatBeginsMeanwhileStopsIt() {
        lake.deliver("ak", FIRST, 1, A);
        Compaction compaction = lake.compaction();
        SourceListing listing = compaction.list();
        lake.open = Optional.of(Set.of());
        assertThrows(DayMoveException.class, () -> compaction.plan(FIRST, listing));
    }

    @Test
    void twoAtOnceMoveADayOnce() {
        lake.deliver("ak", FIRST, 1, A);
        Compaction one = lake.compaction();
        Compaction other = lake.compaction();
        Round round = one.plan(FIRST, one.list()).orElseThrow();
        lake.deliver("ak", FIRST, 2, B);
        assertEquals(round, other.plan(FIRST, other.list()).orElseThrow(), "who plans first decides");
        CompactedLake.join(one, round);
        CompactedLake.join(other, round);
        assertEquals(new Settled.Shown(1), one.settle(round, Deadline.NONE));
        assertEquals(new Settled.Shown(1), other.settle(round, Deadline.NONE));
        new DayRun<>(one, Workers.sequential()).remove(FIRST);
        assertEquals(List.of(A, B), lake.visible());
        assertEquals(List.of(A), lake.inLarge());
    }

    @Test
    void aDayIsLeftAsItIsForAsLongAsIsWanted() {
        lake.after = Duration.ofDays(2);
        lake.deliver("ak", FIRST, 1, A);
        assertEquals(List.of(), lake.compaction().due(lake.compaction().list()));
        lake.now = lake.now.plus(Duration.ofHours(12));
        assertEquals(List.of(FIRST), lake.compaction().due(lake.compaction().list()));
    }

    @Test
    void aTargetThatHoldsTheSourceOrLiesInItIsRefused() {
        for (String prefix : List.of("net=all/", "net=", "large", "2026-01-01/", "_large/")) {
            lake.prefix = prefix;
            assertThrows(PrefixException.class, lake::compaction, prefix);
        }
    }

    @Test
    void anotherTargetIsRefusedSinceTheViewReadsTheFirst() {
        lake.deliver("ak", FIRST, 1, A);
        lake.run();
        lake.prefix = "larger/";
        var refused = assertThrows(RuntimeException.class, lake::run);
        assertTrue(String.valueOf(refused.getMessage()).contains("under large/"), refused.toString());
    }

    /// Paths of so many hidden sources are longer than a view may be: it lists those that stay instead.
    @Test
    void whereTheHiddenSourcesAreTooManyToBeListedThoseThatStayAre() {
        lake.grace = Duration.ofHours(1);
        List<String> rows = deliverMany();
        String foreign = "net=ak/date=" + FIRST + "/somebody-elses.gz";
        lake.put(foreign, Gzip.of(C + "\n"));
        rows.add(C);
        rows.sort(null);
        assertEquals(List.of(), lake.run());
        String view = lake.view("views/quakes_all.sql");
        assertTrue(view.length() < 10_000, "characters: " + view.length());
        assertTrue(view.contains("\"$path\" IN ('s3://lake/" + foreign + "')"), view);
        assertEquals(rows, lake.visible());
        assertEquals(MANY + 1, lake.keys("net=").size(), "sources stay for the grace");
    }

    /// Athena counts bytes, and each letter beyond ASCII may take six on the way there.
    @Test
    void theLengthOfAViewIsThatOfItsBytesOnTheWay() {
        lake.grace = Duration.ofHours(1);
        List<String> rows = new ArrayList<>();
        String net = "日".repeat(40);
        for (int i = 0; i < 700; i++) {
            String row = row("日", FIRST, i);
            rows.add(row);
            lake.deliver(net, FIRST, i, row);
        }
        rows.sort(null);
        assertEquals(List.of(), lake.run());
        String view = lake.view("views/quakes_all.sql");
        assertTrue(700 * key(net, FIRST, 1).length() < 150_000, "few characters");
        assertTrue(view.length() < 10_000, "characters: " + view.length());
        assertEquals(rows, lake.visible());
    }

    @Test
    void whatComesLateToSuchADayIsReadFromTheNextRunOnAndJoinedAfterTheGrace() {
        lake.grace = Duration.ofHours(1);
        List<String> rows = deliverMany();
        lake.run();
        List<String> before = List.copyOf(rows.stream().sorted().toList());
        lake.deliver("ak", FIRST, MANY + 100, A);
        assertEquals(before, lake.visible(), "not listed yet");
        rows.add(A);
        rows.sort(null);
        assertEquals(List.of(), lake.run());
        assertEquals(rows, lake.visible(), "listed");
        lake.deliver("ak", FIRST, MANY + 200, B);
        lake.now = lake.now.plus(Duration.ofMinutes(61));
        rows.add(B);
        rows.sort(null);
        assertEquals(List.of(), lake.run());
        assertEquals(rows, lake.visible(), "listed by the run that removes, or joined");
        lake.now = lake.now.plus(Duration.ofMinutes(61));
        lake.run();
        lake.now = lake.now.plus(Duration.ofMinutes(61));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(), lake.keys("net="));
        assertEquals(rows, lake.inLarge());
        assertEquals(rows, lake.visible());
    }

    /// No run may end by removing what no reader sees elsewhere, wherever the one before was killed.
    @Test
    void killedAnywhereSuchADayIsFinishedByTheNextRun() {
        deliverMany();
        lake.run();
        int requests = lake.faults.requests.size();
        for (int at : List.of(requests - MANY - 9, requests - MANY - 6, requests - MANY - 4, requests - MANY / 2)) {
            CompactedLake killed = new CompactedLake();
            List<String> rows = deliverMany(killed);
            rows.sort(null);
            killed.faults.arm(Faults.Kind.CRASH_AFTER, at);
            try {
                killed.run();
            } catch (Faults.Crash e) {
                assertEquals(rows, killed.visible(), "at " + at);
            }
            killed.faults.disarm();
            assertEquals(List.of(), killed.run(), "at " + at);
            assertEquals(rows, killed.visible(), "at " + at);
            assertEquals(List.of(), killed.keys("net="), "at " + at);
        }
    }

    private static final int MANY = 2_000;

    private List<String> deliverMany() {
        return deliverMany(lake);
    }

    private static List<String> deliverMany(CompactedLake lake) {
        List<String> rows = new ArrayList<>();
        for (int i = 10; i < MANY + 10; i++) {
            String row = row("ak", FIRST, i);
            rows.add(row);
            lake.deliver("ak", FIRST, i, row);
        }
        return rows;
    }
}
