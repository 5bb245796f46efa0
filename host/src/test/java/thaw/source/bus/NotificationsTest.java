package thaw.source.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.function.EventSource;
import thaw.problem.UserMistake;
import thaw.service.AwsJson;
import thaw.service.s3.ObjectChange;
import thaw.source.polling.ScriptedFunction;

/** Buckets and buses: who is told of what. */
class NotificationsTest {
  private static final EventSource.Target TARGET = new EventSource.Target("F", "");

  private final ScriptedFunction function = new ScriptedFunction();

  private static ObjectChange created(String name, String key) {
    return new ObjectChange(
        name,
        "pictures",
        key,
        11,
        "e9fb1ed1d5eaa36781088aae37acffbd",
        Optional.empty(),
        "0055AED6DCD90281E5",
        Instant.parse("2026-01-01T00:00:00Z"),
        "127.0.0.1",
        "REQUEST");
  }

  private ObjectNotifications notifications(String event, String prefix, String suffix) {
    return new ObjectNotifications(
        List.of(
            new EventSource.ObjectChanges(
                TARGET, "Picture", "pictures", List.of(event), prefix, suffix)),
        function.surroundings(Map.of()));
  }

  @Test
  void the_event_of_a_bucket_is_that_of_aws() {
    notifications("s3:ObjectCreated:*", "", "")
        .accept(created("ObjectCreated:Put", "in/a b@ü.png"));
    ObjectNode record = (ObjectNode) function.events.getFirst().path("Records").path(0);
    JsonNode response = record.path("responseElements");
    assertEquals(
        "{\"eventVersion\":\"2.1\",\"eventSource\":\"aws:s3\",\"awsRegion\":\"us-east-1\",\"eventTime\":\"2026-01-01T00:00:00.000Z\",\"eventName\":\"ObjectCreated:Put\",\"userIdentity\":{\"principalId\":\"AWS:THAW\"},\"requestParameters\":{\"sourceIPAddress\":\"127.0.0.1\"},\"responseElements\":%s,\"s3\":{\"s3SchemaVersion\":\"1.0\",\"configurationId\":\"Picture\",\"bucket\":{\"name\":\"pictures\",\"ownerIdentity\":{\"principalId\":\"AWS:THAW\"},\"arn\":\"arn:aws:s3:::pictures\"},\"object\":{\"key\":\"in/a+b%%40%%C3%%BC.png\",\"size\":11,\"eTag\":\"e9fb1ed1d5eaa36781088aae37acffbd\",\"sequencer\":\"0055AED6DCD90281E5\"}}}"
            .formatted(response),
        record.toString());
  }

  @Test
  void events_prefixes_and_suffixes_choose() {
    ObjectNotifications chosen = notifications("s3:ObjectCreated:Put", "in/", ".png");
    chosen.accept(created("ObjectCreated:Put", "in/a.png"));
    chosen.accept(created("ObjectCreated:Copy", "in/a.png"));
    chosen.accept(created("ObjectCreated:Put", "out/a.png"));
    chosen.accept(created("ObjectCreated:Put", "in/a.jpg"));
    chosen.accept(created("ObjectRemoved:Delete", "in/a.png"));
    assertEquals(1, function.events.size());
  }

  private BusRules rules(String bus, String pattern, EventSource.Input input) {
    return new BusRules(
        List.of(
            new EventSource.BusRule(
                TARGET, "paid", bus, pattern, input, true, "template.yaml:2:3")),
        function.surroundings(Map.of()));
  }

  @Test
  void a_rule_gets_what_its_pattern_matches_on_its_bus() {
    BusRules rules =
        rules(
            "shop",
            "{\"source\": [\"shop\"], \"detail\": {\"amount\": [{\"numeric\": [\">\", 100]}]}}",
            new EventSource.Input.Part("$.detail"));
    for (int amount : new int[] {100, 101}) {
      ObjectNode event = AwsJson.object().put("source", "shop");
      event.putObject("detail").put("amount", amount);
      rules.accept("shop", event);
      rules.accept("default", event);
    }
    assertEquals("[{\"amount\":101}]", function.events.toString());
  }

  @Test
  void what_is_no_pattern_is_a_mistake_with_its_place() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> rules("default", "{\"source\": \"shop\"}", new EventSource.Input.Whole()));
    assertEquals(
        "template.yaml:2:3: the pattern of paid is not valid: \"source\" must be an object or an array",
        mistake.getMessage());
  }
}
