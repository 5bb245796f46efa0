package thaw.runtimeapi.extensions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriptionRequestTest {
  private static final String HTTP =
      "{'schemaVersion':'2025-01-29','types':['platform','function'],"
          + "'destination':{'protocol':'HTTP','URI':'http://sandbox.localdomain:8080/a?b=c'}}";

  private static SubscriptionRequest read(Subscription.Api api, String text) {
    byte[] body = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return SubscriptionRequest.read(api, body);
  }

  private static Subscription valid(Subscription.Api api, String text) {
    return assertInstanceOf(SubscriptionRequest.Valid.class, read(api, text)).subscription();
  }

  @Test
  void what_is_absent_has_the_documented_default() {
    Subscription subscription = valid(Subscription.Api.TELEMETRY, HTTP);
    assertEquals(
        new Subscription(
            Subscription.Api.TELEMETRY,
            "2025-01-29",
            List.of("platform", "function"),
            new Subscription.Destination.Http("sandbox.localdomain", 8080, "/a?b=c", "POST"),
            new Subscription.Buffering(1_000, 262_144, Duration.ofSeconds(1))),
        subscription);
  }

  @Test
  void the_logs_api_knows_methods_and_needs_no_version() {
    Subscription subscription =
        valid(
            Subscription.Api.LOGS,
            "{'types':['extension'],'destination':"
                + "{'protocol':'HTTP','URI':'http://sandbox:81','method':'PUT','encoding':'JSON'}}");
    assertEquals("2020-08-15", subscription.schemaVersion());
    assertEquals(
        new Subscription.Destination.Http("sandbox", 81, "/", "PUT"), subscription.destination());
    assertEquals(10_000, subscription.buffering().maxItems());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'buffering':{'maxItems':999}    | buffering.maxItems must be 1000..10000: 999",
        "'buffering':{'maxItems':10001}  | buffering.maxItems must be 1000..10000: 10001",
        "'buffering':{'maxBytes':262143} | buffering.maxBytes must be 262144..1048576: 262143",
        "'buffering':{'maxBytes':1048577}| buffering.maxBytes must be 262144..1048576: 1048577",
        "'buffering':{'timeoutMs':24}    | buffering.timeoutMs must be 25..30000: 24",
        "'buffering':{'timeoutMs':30001} | buffering.timeoutMs must be 25..30000: 30001",
        "'buffering':{'timeoutMs':'25'}  | buffering.timeoutMs must be 25..30000: \"25\"",
        "'buffering':[]                  | buffering must be an object: []",
        "'types':[]                      | types must be an array of at least one: []",
        "'types':['metrics']             | types must be of platform, function, extension: \"metrics\"",
        "'schemaVersion':'2020-08-15'    | schemaVersion must be one of [2022-07-01, 2022-12-13, 2025-01-29]: \"2020-08-15\"",
        "'destination':{'protocol':'UDP'}| destination.protocol must be HTTP or TCP: \"UDP\"",
        "'destination':{'protocol':'TCP'}| destination.port must be 1..65535: it is absent",
        "'destination':{'protocol':'TCP','port':0}| destination.port must be 1..65535: 0",
        "'destination':{'protocol':'HTTP','URI':'https://sandbox:1'}| destination.URI must begin with http://: \"https://sandbox:1\"",
        "'destination':{'protocol':'HTTP','URI':'http://example.com:1'}| destination.URI host must be sandbox.localdomain: \"http://example.com:1\"",
        "'destination':{'protocol':'HTTP','URI':'http://169.254.169.254/x'}| destination.URI host must be sandbox.localdomain: \"http://169.254.169.254/x\""
      })
  void what_is_not_allowed_is_named(String member, String message) {
    // The last member of a name wins.
    String text = HTTP.substring(0, HTTP.length() - 1) + "," + member + "}";
    assertEquals(new SubscriptionRequest.Invalid(message), read(Subscription.Api.TELEMETRY, text));
  }

  @ParameterizedTest
  @CsvSource({"25, 1000, 262144", "30000, 10000, 1048576"})
  void the_limits_themselves_are_allowed(int timeout, int items, int bytes) {
    String buffering =
        ",'buffering':{'maxItems':%d,'maxBytes':%d,'timeoutMs':%d}}"
            .formatted(items, bytes, timeout);
    assertEquals(
        new Subscription.Buffering(items, bytes, Duration.ofMillis(timeout)),
        valid(Subscription.Api.TELEMETRY, HTTP.substring(0, HTTP.length() - 1) + buffering)
            .buffering());
  }

  @Test
  void what_is_no_json_is_refused() {
    assertInstanceOf(
        SubscriptionRequest.Invalid.class, read(Subscription.Api.TELEMETRY, "no json"));
    assertInstanceOf(SubscriptionRequest.Invalid.class, read(Subscription.Api.TELEMETRY, ""));
  }
}
