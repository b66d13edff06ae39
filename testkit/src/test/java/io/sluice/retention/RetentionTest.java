package io.sluice.retention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.SluiceSection;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LakeObject;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.SuccessObjects;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetentionTest {
    private static final String SEED = "customer_id=!{partitionKeyFromQuery:customer_id}/device="
            + "!{partitionKeyFromQuery:device}/!{timestamp:'year='yyyy/'month='MM/'day='dd/}";

    private static Lake quakes() {
        return new Lake(Lake.QUAKES).with("net=ak/date=2018-02-02/", "net=ak/date=2018-02-03/",
                "net=ak/date=2018-02-04/",
                "net=ak/date=2018-02-06/", "net=ci/date=2018-02-02/", "net=akk/date=2018-02-02/");
    }

    private static Set<String> set(String... folders) {
        return new TreeSet<>(List.of(folders));
    }

    @Test
    void aRuleForOneKeyValueRemovesOnlyItsOlderDays() {
        Lake lake = quakes();
        lake.rule("net=ak", 2);
        RemovalReport report = lake.run();
        assertEquals(2, report.objects());
        assertEquals(20, report.bytes());
        assertEquals(Map.of("net=ak/date=2018-02-02/", 1L, "net=ak/date=2018-02-03/", 1L), report.folders());
        assertEquals(set("net=ak/date=2018-02-04/", "net=ak/date=2018-02-06/", "net=akk/date=2018-02-02/",
                "net=ci/date=2018-02-02/"), lake.folders());
        assertTrue(report.complete());
    }

    @Test
    void onlyTheKeysOwnFoldersAreListedAndOnlyOldDaysLookedInto() {
        Lake lake = quakes();
        lake.rule("net=ak", 2);
        RemovalReport report = lake.run();
        assertEquals(List.of("FOLDERS net=ak/date=", "LIST net=ak/date=2018-02-02/", "REMOVE 1",
                "LIST net=ak/date=2018-02-03/", "REMOVE 1"), lake.tree.requests);
        assertEquals(new RemovalReport.Requests(3, 2), report.requests());
    }

    @Test
    void withoutADefaultAndARuleNothingIsAsked() {
        Lake lake = quakes();
        assertEquals(0, lake.run().objects());
        assertEquals(List.of(), lake.tree.requests);
    }

    @Test
    void theDefaultIsForEveryKeyValueThatHasNoRule() {
        Lake lake = quakes();
        lake.rule("net=ak", 36_500);
        assertEquals(2, lake.run(Optional.of(2), RemovalMode.REMOVE).objects());
        assertEquals(set("net=ak/date=2018-02-02/", "net=ak/date=2018-02-03/", "net=ak/date=2018-02-04/",
                "net=ak/date=2018-02-06/"), lake.folders());
        assertEquals("FOLDERS net=", lake.tree.requests.getFirst());
        assertFalse(lake.tree.requests.stream().anyMatch(request -> request.startsWith("LIST net=ak/")));
    }

    /// It is of all key values: the default decides, and no rule for one of them.
    @ParameterizedTest
    @CsvSource({"date=!{partitionKeyFromQuery:date}/net=!{partitionKeyFromQuery:net}/, date=2018-02-02/",
            "raw/!{timestamp:yyyy/MM/dd/HH}/net=!{partitionKeyFromQuery:net}/, raw/2018/02/02/"})
    void theSuccessObjectOfADateGoesWithTheDefault(String prefix, String date) {
        String other = date.replace("02/", "05/").replace("2018/05", "2018/02");
        String below = prefix.contains("HH") ? "07/net=ak/" : "net=ak/";
        Lake lake = new Lake(prefix).with(date + below, other + below);
        lake.put(date + "_SUCCESS");
        lake.put(other + "_SUCCESS");
        lake.put(date + below + "_SUCCESS");
        lake.rule("net=ak", 2);
        assertEquals(1, lake.run().objects(), "the objects of a rule go alone");
        lake.success = Optional.of(new SuccessObjects(PrefixExpression.parse(prefix), ZoneOffset.UTC, Set.of("date")));
        assertEquals(0, lake.run().objects(), "there is no default");
        assertEquals(1, lake.run(Optional.of(2), RemovalMode.REMOVE).objects());
        assertEquals(Set.of(other + "_SUCCESS", date + below + "_SUCCESS"),
                lake.data.contents().keySet().stream().filter(key -> key.endsWith("_SUCCESS"))
                        .collect(Collectors.toSet()));
    }

    @Test
    void aDryRunCountsWhatARunRemovesAndRemovesNothing() {
        Lake lake = quakes();
        lake.rule("net=ak", 2);
        RemovalReport dry = lake.run(Optional.empty(), RemovalMode.DRY_RUN);
        assertEquals(6, lake.data.contents().size());
        RemovalReport run = lake.run();
        assertEquals(run.objects(), dry.objects());
        assertEquals(run.folders(), dry.folders());
        assertEquals(new RemovalReport.Requests(3, 0), dry.requests());
    }

    @Test
    void whatGoesIsToldBeforeItIsDeleted() {
        Lake lake = quakes();
        lake.told = Optional.of(new LakeLog.Reader(Optional.empty(), Duration.ofDays(7)));
        lake.rule("net=ak", 2);
        assertEquals(2, lake.run().objects());
        assertEquals(List.of("FOLDERS net=ak/date=", "LIST net=ak/date=2018-02-02/", "REMOVE 1",
                "LIST net=ak/date=2018-02-03/", "REMOVE 1"), lake.tree.requests, "nobody is waited for");
        assertEquals(2, lake.goneToldOf().size());
        lake.run();
        assertEquals(2, lake.goneToldOf().size());
    }

    @Test
    void whatGoesStaysUntilTheReaderWasTold() {
        Lake lake = quakes();
        AtomicLong cursor = new AtomicLong();
        lake.told = Optional.of(new LakeLog.Reader(Optional.of(cursor::get), Duration.ofDays(7)));
        lake.rule("net=ak", 2);
        RemovalReport told = lake.run();
        assertEquals(0, told.objects());
        assertEquals(2, told.announced());
        assertEquals(2, lake.run().announced(), "it waits");
        assertEquals(6, lake.data.contents().size());
        assertEquals(2, lake.goneToldOf().size());
        cursor.set(2);
        RemovalReport removed = lake.run();
        assertEquals(2, removed.objects());
        assertEquals(List.of(), removed.problems());
        assertEquals(0, lake.run().objects());
    }

    /// Somebody took the rule away while the reader was waited for: it has taken the objects out of its tables by now.
    @Test
    void whatWasToldToGoGoesWithoutItsRule() {
        Lake lake = quakes();
        AtomicLong cursor = new AtomicLong();
        lake.told = Optional.of(new LakeLog.Reader(Optional.of(cursor::get), Duration.ofDays(7)));
        lake.rule("net=ak", 2);
        assertEquals(2, lake.run().announced());
        lake.retention(Optional.empty(), lake.tree).remove(KeyValue.parse("net=ak"));
        cursor.set(2);
        assertEquals(2, lake.run().objects());
        assertEquals(List.of(), lake.run().problems());
        assertEquals(4, lake.data.contents().size());
    }

    /// A listing tells no ETag, and who takes away what a source has by now does. Killed before it deletes.
    @Test
    void whatWasToldByItsETagIsDeletedByTheNextRun() {
        Lake lake = quakes();
        lake.told = Optional.of(new LakeLog.Reader(Optional.empty(), Duration.ofDays(7)));
        ObjectInfo there = lake.data.list("net=ci/", "").objects().getFirst();
        new LakeLog("quakes", lake.staging, lake.told.get(), () -> Lake.NOW).tail(Instant.MAX).remove(Reason.ERASURE,
                Map.of(), List.of(new LakeObject(there.key(), there.length(), Optional.of("etag"),
                        Optional.of(there.modified()))));
        assertEquals(1, lake.run().objects());
        assertTrue(lake.data.head(there.key()).isEmpty());
    }

    @Test
    void whatWasToldAndIsAnotherObjectByNowStays() {
        Lake lake = quakes();
        AtomicLong cursor = new AtomicLong();
        lake.told = Optional.of(new LakeLog.Reader(Optional.of(cursor::get), Duration.ofDays(7)));
        lake.rule("net=ak", 2);
        lake.run();
        ObjectKey rewritten = lake.goneToldOf().getFirst();
        lake.data.put(rewritten, Body.of(new byte[]{1}));
        cursor.set(2);
        RemovalReport second = lake.run();
        assertEquals(1, second.objects());
        assertEquals(1, second.announced(), "the new one waits anew");
        assertTrue(lake.data.head(rewritten).isPresent());
    }

    @Test
    void aReaderIsNotWaitedForForEverAndTheRunSaysSo() {
        Lake lake = quakes();
        lake.told = Optional.of(new LakeLog.Reader(Optional.of(() -> 0L), Duration.ZERO));
        lake.rule("net=ak", 2);
        lake.run();
        assertEquals(4, lake.data.contents().size());
        assertEquals(0, lake.run().objects());
    }

    @Test
    void aDryRunTellsNobody() {
        Lake lake = quakes();
        lake.told = Optional.of(new LakeLog.Reader(Optional.empty(), Duration.ofDays(7)));
        lake.rule("net=ak", 2);
        assertEquals(2, lake.run(Optional.empty(), RemovalMode.DRY_RUN).objects());
        assertEquals(List.of(), lake.goneToldOf());
        assertEquals(Map.of(), lake.staging.contents());
    }

    @Test
    void aDayGoesOnlyWhenItsLastInstantIsOlder() {
        Lake lake = new Lake(Lake.QUAKES).with("net=ak/date=2018-02-05/");
        lake.rule("net=ak", 1);
        assertEquals(0, lake.retention(Optional.empty(), lake.tree).run(RemovalMode.REMOVE,
                Lake.NOW.plus(Duration.ofHours(12)).minusMillis(1), Deadline.NONE).objects());
        assertEquals(1, lake.retention(Optional.empty(), lake.tree).run(RemovalMode.REMOVE,
                Lake.NOW.plus(Duration.ofHours(12)), Deadline.NONE).objects());
    }

    @Test
    void aPrefixWithoutADateGoesByTheObjectsOwnTime() {
        Lake lake = new Lake("net=!{partitionKeyFromQuery:net}/");
        lake.now = Lake.NOW.minus(Duration.ofDays(2)).minusMillis(1);
        lake.with("net=ak/", "net=ci/");
        lake.now = Lake.NOW.minus(Duration.ofDays(2)).plusMillis(1);
        lake.with("net=ak/");
        lake.rule("net=ak", 2);
        lake.now = Lake.NOW;
        assertEquals(1, lake.run().objects());
        assertEquals(2, lake.data.contents().size());
        assertEquals(List.of("LIST net=ak/", "REMOVE 1"), lake.tree.requests);
    }

    @Test
    void segmentsOfADateCombineAndYoungFoldersAreNotLookedInto() {
        Lake lake = new Lake(SEED).with("customer_id=12/device=a/year=2017/month=01/day=01/",
                "customer_id=12/device=a/year=2018/month=02/day=03/",
                "customer_id=12/device=a/year=2018/month=02/day=05/",
                "customer_id=12/device=b/year=2018/month=03/day=01/",
                "customer_id=123/device=a/year=2016/month=01/day=01/");
        lake.rule("customer_id=12", 2);
        assertEquals(2, lake.run().objects());
        assertEquals(List.of("FOLDERS customer_id=12/device=", "FOLDERS customer_id=12/device=a/",
                "LIST customer_id=12/device=a/year=2017/", "REMOVE 1", "FOLDERS customer_id=12/device=a/year=2018/",
                "FOLDERS customer_id=12/device=a/year=2018/month=02/",
                "LIST customer_id=12/device=a/year=2018/month=02/day=03/", "REMOVE 1",
                "FOLDERS customer_id=12/device=b/", "FOLDERS customer_id=12/device=b/year=2018/"), lake.tree.requests);
    }

    @Test
    void aKeyBelowADateIsFoundInOldDaysOnlyAndWithoutListingItsLevel() {
        Lake lake = new Lake("!{timestamp:yyyy-MM-dd/}customer_id=!{partitionKeyFromQuery:customer_id}/").with(
                "2018-02-01/customer_id=12/", "2018-02-01/customer_id=123/", "2018-02-05/customer_id=12/");
        lake.rule("customer_id=12", 2);
        lake.rule("customer_id=9", 3);
        assertEquals(1, lake.run(Optional.of(30), RemovalMode.REMOVE).objects());
        assertEquals(set("2018-02-01/customer_id=123/", "2018-02-05/customer_id=12/"), lake.folders());
        assertEquals(List.of("FOLDERS ", "LIST 2018-02-01/customer_id=12/", "REMOVE 1",
                "LIST 2018-02-01/customer_id=9/"), lake.tree.requests);
    }

    @Test
    void ofRulesOnTwoKeysTheOneThatKeepsLongerDecides() {
        Lake lake = new Lake("a=!{partitionKeyFromQuery:a}/b=!{partitionKeyFromQuery:b}/date="
                + "!{partitionKeyFromQuery:date}/").with("a=1/b=1/date=2018-01-01/", "a=1/b=2/date=2018-01-01/",
                        "a=2/b=2/date=2018-01-01/", "a=2/b=3/date=2018-01-01/");
        lake.rule("a=1", 2);
        lake.rule("b=2", 365);
        lake.rule("b=3", 2);
        assertEquals(2, lake.run().objects());
        assertEquals(set("a=1/b=2/date=2018-01-01/", "a=2/b=2/date=2018-01-01/"), lake.folders());
    }

    @Test
    void whatTheStreamDidNotWriteIsLeftAndReported() {
        Lake lake = quakes();
        lake.put("net=ak/date=2018-02-02/report.csv");
        lake.put("net=ak/date=2018-02-02/deep/quakes-1-2018-02-01-00-00-00-00000000-0000-4000-8000-000000000000");
        lake.with("net=ak/date=unknown/");
        lake.rule("net=ak", 2);
        RemovalReport report = lake.run();
        assertEquals(2, report.objects());
        assertEquals(new RemovalReport.Left(2, 0, 1, report.left().examples()), report.left());
        assertTrue(report.left().examples()
                .contains("net=ak/date=2018-02-02/report.csv: not an object of this stream and prefix"));
        assertTrue(report.left().examples().stream().anyMatch(text -> text.endsWith(": its date does not parse")));
        assertEquals(7, lake.data.contents().size());
    }

    @Test
    void otherStreamsAndFoldersInTheBucketAreNeverSeen() {
        Lake lake = quakes();
        lake.put("net=ak-other.txt");
        lake.put("backup/net=ak/date=2018-02-02/quakes-1-2018-02-01-00-00-00-00000000-0000-4000-8000-000000000000");
        lake.rule("net=ak", 2);
        assertEquals(new RemovalReport.Left(0, 0, 0, List.of()), lake.run().left());
        assertEquals(6, lake.data.contents().size());
    }

    @Test
    void aRuleWhoseKeyThePrefixHasNoMoreRemovesNothingAndIsAProblem() {
        Lake lake = quakes();
        lake.rule("customer_id=12", 1);
        lake.rule("net=ak", 2);
        RemovalReport report = lake.run();
        assertEquals(2, report.objects());
        assertEquals(List.of("the rule for customer_id=12 removed nothing: the prefix has no key 'customer_id'; it has"
                + " date, net"), report.problems());
    }

    @ParameterizedTest
    @CsvSource({"net=../ci,leads to folders of other key values", "net=a/b,leads to folders of other key values",
            "net=,is no key and value",
            "net,is no key and value", "=ak,is no key and value", "nett=ak,the prefix has no key 'nett'"})
    void aKeyValueThatNoObjectCanHaveIsRefused(String of, String reason) {
        Lake lake = quakes();
        RetentionException e = assertThrows(RetentionException.class,
                () -> lake.retention(Optional.empty(), lake.tree).set(new RetentionRule(KeyValue.parse(of), 2)));
        assertTrue(e.getMessage().contains(reason), e.getMessage());
        assertEquals(List.of(), lake.rules.all());
        assertEquals(6, lake.data.contents().size());
    }

    @Test
    void valuesAreEncodedAsDeliveryEncodesThem() {
        Lake lake = new Lake(Lake.QUAKES, KeyEncoding.PERCENT).with(
                "net=%2E%2E%2Fci/date=2018-02-02/".replace("%2E", "."),
                "net=ci/date=2018-02-02/", "net=%2E%2E/date=2018-02-02/");
        lake.retention(Optional.empty(), lake.tree).set(new RetentionRule(new KeyValue("net", "../ci"), 2));
        assertEquals(1, lake.run().objects());
        assertEquals(set("net=%2E%2E/date=2018-02-02/", "net=ci/date=2018-02-02/"), lake.folders());
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "36501"})
    void daysOutOfRangeAreRefused(int days) {
        KeyValue of = new KeyValue("net", "ak");
        assertTrue(assertThrows(RetentionException.class, () -> new RetentionRule(of, days)).getMessage()
                .contains("1 to 36500, not " + days));
    }

    @Test
    void theConfigurationsDefaultIsAtMostWhatARuleMayBe() {
        assertEquals(SluiceSection.RETENTION_DAYS_MAX, RetentionRule.DAYS_MAX);
    }

    @Test
    void aPrefixThatCannotBeReadBackIsRefusedWithTheReason() {
        Lake lake = new Lake("!{firehose:random-string}/net=!{partitionKeyFromQuery:net}/").with("abc12345678/net=ak/");
        lake.rule("net=ak", 1);
        assertTrue(assertThrows(RetentionException.class, lake::run).getMessage()
                .contains("random-string} above the key net"));
        assertEquals(1, lake.data.contents().size());
    }

    @Test
    void aRuleThatIsNotThereCannotBeForgotten() {
        Lake lake = quakes();
        Retention retention = lake.retention(Optional.of(7), lake.tree);
        assertTrue(assertThrows(RetentionException.class, () -> retention.remove(new KeyValue("net", "ak")))
                .getMessage().contains("there is no rule for net=ak"));
        retention.set(new RetentionRule(new KeyValue("net", "ak"), 2));
        assertEquals(new Retention.Shown(Optional.of(7), lake.rules.all()), retention.show());
        retention.remove(new KeyValue("net", "ak"));
        assertEquals(List.of(), retention.show().rules());
    }

    @Test
    void aRunThatIsShortOfTimeStopsAndTheNextCarriesOn() {
        Lake lake = quakes();
        lake.rule("net=ak", 2);
        Duration[] left = {Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1),
                Duration.ZERO};
        int[] asked = {0};
        RemovalReport cut = lake.retention(Optional.empty(), lake.tree).run(RemovalMode.REMOVE, Lake.NOW,
                () -> left[Math.min(asked[0]++, left.length - 1)]);
        assertFalse(cut.complete());
        RemovalReport rest = lake.run();
        assertTrue(rest.complete());
        assertEquals(2, cut.objects() + rest.objects());
    }

    @Test
    void thousandsOfObjectsGoPageByPage() {
        Lake lake = new Lake(Lake.QUAKES);
        for (int i = 0; i < 2_500; i++) {
            lake.with("net=ak/date=2018-02-02/");
        }
        lake.rule("net=ak", 2);
        assertEquals(2_500, lake.run().objects());
        assertEquals(List.of("FOLDERS net=ak/date=", "LIST net=ak/date=2018-02-02/", "REMOVE 1000",
                "LIST net=ak/date=2018-02-02/", "REMOVE 1000", "LIST net=ak/date=2018-02-02/", "REMOVE 500"),
                lake.tree.requests);
    }
}
