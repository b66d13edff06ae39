package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Variant.Delivery;
import io.sluice.infra.Variant.Repartition;
import io.sluice.infra.Variant.Source;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Grant;
import io.sluice.infra.iam.Judgement;
import io.sluice.infra.iam.Stacks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Mistakes in the policies of templates, which the judgement on recorded calls must find.
@Tag("long")
final class PlantedPolicyMistakesTest {
    private static final String TRANSFORM = "StreamTransformRoleDefaultPolicy";

    /// What a stream has that is not compacted, and what one has that is.
    static final class Deployed {
        static final Deployed EVERYTHING = new Deployed(Repartition.WANTED,
                Set.of("Transform", "FlusherFlush", "DailyRetentionRole", "RepartitionRole"));
        static final Deployed COMPACTED = new Deployed(Variant.Compaction.WANTED, Set.of("DailyCompactionRole"));

        private final Set<String> roles;
        private final Map<String, JsonNode> templates;
        private final Map<String, Judgement> sound;

        private Deployed(Enum<?> more, Set<String> roles) {
            this.roles = roles;
            templates = Granted.stacks(Variant.of(Delivery.BUFFER, Source.EVENTS_NEW).with(more, Variant.Key.OWN))
                    .templates();
            sound = judge(_ -> {});
        }

        @Override
        public String toString() {
            return roles.toString();
        }

        private Map<String, Judgement> judge(Consumer<Map<String, JsonNode>> mistake) {
            return Recordings.judge(Deployment.of(new Stacks(templates(mistake))));
        }

        private Map<String, JsonNode> templates(Consumer<Map<String, JsonNode>> mistake) {
            Map<String, JsonNode> copies = new TreeMap<>();
            templates.forEach((stack, template) -> copies.put(stack, template.deepCopy()));
            mistake.accept(copies);
            return copies;
        }
    }

    /// An action of a statement of a function's policy.
    record Place(Deployed deployed, String stack, String policy, int statement, String action) {}

    static Stream<Place> places() {
        return Stream.of(Deployed.EVERYTHING, Deployed.COMPACTED).flatMap(PlantedPolicyMistakesTest::places);
    }

    private static Stream<Place> places(Deployed deployed) {
        List<Place> places = new ArrayList<>();
        deployed.templates.forEach((stack, template) -> template.path("Resources").properties().stream()
                .filter(each -> each.getValue().path("Type").asText().equals("AWS::IAM::Policy"))
                .filter(each -> deployed.roles.stream().anyMatch(each.getKey()::contains)).forEach(policy -> {
                    JsonNode statements = policy.getValue().at("/Properties/PolicyDocument/Statement");
                    for (int i = 0; i < statements.size(); i++) {
                        for (String action : actions(statements.get(i))) {
                            places.add(new Place(deployed, stack, policy.getKey(), i, action));
                        }
                    }
                }));
        return places.stream();
    }

    /// Each action of each statement is missed, or is one of those that nobody needs here.
    @ParameterizedTest
    @MethodSource("places")
    void anActionThatIsTakenAwayIsDenied(Place place) {
        Map<String, Judgement> after = place.deployed().judge(templates -> {
            ObjectNode statement = statement(templates, place.stack(), place.policy(), place.statement());
            List<String> left = new ArrayList<>(actions(statement));
            left.remove(place.action());
            ArrayNode actions = statement.putArray("Action");
            left.forEach(actions::add);
        });

        boolean denied = after.values().stream().anyMatch(each -> !each.denied().isEmpty());
        assertTrue(denied || nobodyNeeds(place.deployed().sound, after), place::toString);
    }

    /// All that went was without need before.
    private static boolean nobodyNeeds(Map<String, Judgement> sound, Map<String, Judgement> after) {
        Set<Grant> gone = new TreeSet<>();
        sound.forEach((what, judgement) -> {
            gone.addAll(judgement.granted());
            gone.removeAll(after.getOrDefault(what, judgement).granted());
        });
        return !gone.isEmpty() && sound.values().stream().flatMap(each -> each.unneeded().stream()).toList()
                .containsAll(gone);
    }

    @Test
    void anActionThatIsAddedIsUnneeded() {
        Set<Grant> unneeded = of("transform", judge(templates -> ((ArrayNode) policy(templates))
                .add(allow("s3:GetObjectTagging", "*")))).unneeded();

        assertTrue(unneeded.stream().anyMatch(each -> each.action().equals("s3:GetObjectTagging")), unneeded::toString);
    }

    @Test
    void aResourceThatIsAddedIsUnneeded() {
        Set<Grant> unneeded = of("transform", judge(templates -> ((ArrayNode) policy(templates))
                .add(allow("s3:PutObject", "arn:aws:s3:::another/*")))).unneeded();

        assertTrue(unneeded.contains(new Grant("transform", "s3:PutObject", "s3")), unneeded::toString);
    }

    @Test
    void aConditionThatNoRequestMeetsDenies() {
        assertFalse(of("transform", judge(templates -> condition(templates, "StringEquals", "aws:PrincipalOrgID")))
                .denied().isEmpty());
    }

    @Test
    void aConditionThatNobodyUnderstandsIsNotPassedOver() {
        assertFalse(of("transform", judge(templates -> condition(templates, "IpAddress", "aws:SourceIp"))).unjudged()
                .isEmpty());
    }

    private static void condition(Map<String, JsonNode> templates, String operator, String key) {
        for (JsonNode statement : policy(templates)) {
            if (actions(statement).contains("s3:PutObject")) {
                ((ObjectNode) statement).putObject("Condition").putObject(operator).put(key, "x");
            }
        }
    }

    @Test
    void aDenialOutweighsWhatIsAllowed() {
        assertFalse(of("transform", judge(templates -> ((ArrayNode) policy(templates))
                .add(allow("s3:Put*", "*").put("Effect", "Deny")))).denied().isEmpty());
    }

    @Test
    void aVariableThatNamesAnotherBucketThanThePolicyIsDenied() {
        assertFalse(of("transform", judge(templates -> templates.values().forEach(template -> template
                .path("Resources").forEach(resource -> {
                    if (resource.at("/Properties/Handler").asText().contains("TransformHandler")) {
                        ((ObjectNode) resource.at("/Properties/Environment/Variables")).put("SLUICE_STAGING_BUCKET",
                                "another");
                    }
                })))).denied().isEmpty());
    }

    /// What a first batch of a Kinesis source reads.
    @Test
    void aSourcesFirstBatchNeedsTheStateAndTheManifestsOfTheStream() {
        var denied = of("transform", judge(templates -> {
            for (JsonNode statement : policy(templates)) {
                JsonNode keys = statement.at("/Condition/ForAllValues:StringEquals/dynamodb:LeadingKeys");
                if (keys instanceof ArrayNode both) {
                    both.remove(1);
                }
            }
        })).denied();

        assertEquals(List.of("dynamodb:GetItem"), denied.stream().map(each -> each.action()).distinct().toList());
    }

    private static Judgement of(String what, Map<String, Judgement> judgements) {
        Judgement judgement = judgements.get(what);
        if (judgement == null) {
            throw new AssertionError(what + " is not among " + judgements.keySet());
        }
        return judgement;
    }

    private static Map<String, Judgement> judge(Consumer<Map<String, JsonNode>> mistake) {
        return Deployed.EVERYTHING.judge(mistake);
    }

    private static JsonNode policy(Map<String, JsonNode> templates) {
        for (JsonNode template : templates.values()) {
            for (var resource : template.path("Resources").properties()) {
                if (resource.getKey().startsWith(TRANSFORM)) {
                    return resource.getValue().at("/Properties/PolicyDocument/Statement");
                }
            }
        }
        throw new AssertionError("no policy " + TRANSFORM);
    }

    private static ObjectNode statement(Map<String, JsonNode> templates, String stack, String policy, int index) {
        return (ObjectNode) templates.getOrDefault(stack, Synthesis.JSON.createObjectNode()).path("Resources")
                .path(policy).at("/Properties/PolicyDocument/Statement").path(index);
    }

    private static ObjectNode allow(String action, String resource) {
        return Synthesis.JSON.createObjectNode().put("Effect", "Allow").put("Action", action)
                .put("Resource", resource);
    }

    private static List<String> actions(JsonNode statement) {
        List<String> actions = new ArrayList<>();
        JsonNode action = statement.path("Action");
        if (action.isArray()) {
            action.forEach(each -> actions.add(each.asText()));
        } else {
            actions.add(action.asText());
        }
        return actions;
    }
}
