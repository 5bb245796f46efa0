package thaw.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import thaw.function.Api;
import thaw.function.PayloadFormat;

/** What a client gets of a function's result, where an API has sent the event. */
public final class SentAnswer {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The most characters of a value, and members of an object, that words have. */
  private static final int MOST = 40;

  private static final int MOST_MEMBERS = 4;

  private SentAnswer() {}

  /** Returns in words, such as {@code answers 200}, what a function does with an event. */
  public static String words(byte[] event, byte[] result) {
    Optional<String> version = version(event);
    if (version.isEmpty()) {
      Result plain = Result.of(result);
      return "answers "
          + (plain.hasStatus() && plain.fault().isEmpty()
              ? String.valueOf(plain.status())
              : value(result));
    }
    try {
      Result sound = sound(version.get(), result);
      return sound.hasStatus()
          ? "answers " + sound.status()
          : "answers %s without a statusCode, which API Gateway sends with 200"
              .formatted(sound.isObject() ? "an object" : "a value");
    } catch (ProxyResponses.Malformed e) {
      Fault fault = fault(version.get(), e);
      return "answers %s, of which API Gateway makes a %d: %s"
          .formatted(value(result), fault.status(), fault.why());
    }
  }

  /** What an API answers in place of a result that is no response. */
  public record Fault(int status, String why) {}

  /**
   * Returns the fault of a result; empty where no API has sent the event, or it sends the result.
   */
  public static Optional<Fault> fault(byte[] event, byte[] result) {
    return version(event)
        .flatMap(version -> {
          try {
            sound(version, result);
            return Optional.empty();
          } catch (ProxyResponses.Malformed e) {
            return Optional.of(fault(version, e));
          }
        });
  }

  /** Returns the version of an API's event, which is empty for REST; absent for other events. */
  private static Optional<String> version(byte[] event) {
    JsonNode sent = read(event).orElseGet(JSON::missingNode);
    String version = sent.path("version").asText();
    boolean isOfApi =
        sent.path("requestContext").isObject()
            && !sent.path("requestContext").has("elb")
            && (sent.has("httpMethod") || version.equals("2.0"));
    return isOfApi ? Optional.of(version) : Optional.empty();
  }

  private static Result sound(String version, byte[] result) {
    return version.isEmpty()
        ? ProxyResponses.soundForRest(result)
        : ProxyResponses.soundForHttp(
            result, version.equals("2.0") ? PayloadFormat.V2 : PayloadFormat.V1);
  }

  private static Fault fault(String version, ProxyResponses.Malformed malformed) {
    Api.Kind kind = version.isEmpty() ? Api.Kind.REST : Api.Kind.HTTP;
    return new Fault(Refusal.functionFailed(kind).status(), String.valueOf(malformed.getMessage()));
  }

  private static Optional<JsonNode> read(byte[] text) {
    try {
      return Optional.of(JSON.readTree(text)).filter(node -> !node.isMissingNode());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String value(byte[] result) {
    Optional<JsonNode> read = read(result);
    if (read.isEmpty()) {
      return result.length == 0 ? "nothing" : "what is no JSON";
    }
    JsonNode node = read.get();
    if (node.isArray()) {
      return "a list";
    }
    if (node.isObject()) {
      return node.isEmpty() ? "an empty object" : "an object with " + members(node);
    }
    String text = node.toString();
    return text.length() > MOST ? text.substring(0, MOST) + "…" : text;
  }

  private static String members(JsonNode node) {
    StringBuilder names = new StringBuilder();
    Iterator<String> all = node.fieldNames();
    for (int i = 0; i < MOST_MEMBERS && all.hasNext(); i++) {
      names.append(i == 0 ? "" : ", ").append(all.next());
    }
    return names + (all.hasNext() ? " and more" : "");
  }
}
