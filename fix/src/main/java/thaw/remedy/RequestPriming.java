package thaw.remedy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.evidence.ClientOperation;
import thaw.function.handler.HandlerName;
import thaw.json.Json;
import thaw.remedy.edit.FirstRequest;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.PowertoolsAspects;
import thaw.remedy.edit.PrimedHandler;

/**
 * The handler answers a first HTTP request in init, so that what a framework does for the first
 * time is done. Only a GET is made, which by RFC 9110 (9.2.1) asks for no change: the event's own,
 * where the first invocation was seen to write nothing, or, by a framework's handler, one for a
 * path that no route has.
 */
public final class RequestPriming {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NOWHERE = "/thaw-first-request";

  /** What a driver or a pool does when JDBC is asked for a change. */
  private static final Pattern UPDATE =
      Pattern.compile(".*Statement\\.execute(Update|LargeUpdate|Batch|LargeBatch)");

  private static final String METHOD = "httpMethod";
  private static final String PATH = "path";

  private RequestPriming() {}

  /**
   * An event that the function serves.
   *
   * @param seen a start whose first invocation it was
   */
  public record Request(Explanation seen, byte[] event) {
    private boolean writes() {
      return seen.methods().stream()
          .anyMatch(each ->
              UPDATE.matcher(each.method()).matches()
                  || ClientOperation.sampled(each.method()).stream()
                      .anyMatch(operation -> !operation.isReading()));
    }
  }

  /**
   * Returns the remedy that primes by the first of the requests of which a GET can be made.
   *
   * @param explanation of the start that is to become shorter
   * @param requests the first one is that start's own
   * @param sources of the handler's module, as the draft has them
   * @param named the handler as the function names it: {@code example.Handler::handle}, or without
   *     the method
   */
  public static Optional<Remedy> of(
      Explanation explanation, List<Request> requests, JavaSources sources, String named) {
    HandlerName handler = HandlerName.of(named);
    boolean isOwn = PrimedHandler.isOwn(sources, handler.className());
    if (requests.stream().allMatch(each -> request(each.event(), each.writes(), isOwn).isEmpty())) {
      sources.note(
          isOwn
              ? "it needs an event that is a GET through API Gateway and writes nothing, and there is none"
              : "the event is no HTTP request of API Gateway");
    }
    Optional<Finding> finding = finding(explanation);
    if (finding.isPresent()
        && PowertoolsAspects.write(sources, handler.className(), handler.method())) {
      return Optional.empty();
    }
    return finding.flatMap(found ->
        requests.stream()
            .flatMap(each -> request(each.event(), each.writes(), isOwn).stream())
            .findFirst()
            .flatMap(request ->
                PrimedHandler.of(
                    sources, handler.className(), new FirstRequest(request, handler.method())))
            .map(proposal ->
                remedy(
                    found,
                    proposal,
                    PowertoolsAspects.tellColdStarts(
                        sources, handler.className(), handler.method()))));
  }

  /** Returns whether a start has what a first request in init would shorten. */
  public static boolean isWanted(Explanation explanation) {
    return finding(explanation).isPresent();
  }

  /** Returns whether an event is a request that asks for no change. */
  public static boolean isGet(byte[] event) {
    try {
      return method(JSON.readTree(event)).filter("GET"::equals).isPresent();
    } catch (IOException e) {
      return false; // a handler may take any bytes
    }
  }

  /**
   * Returns an event that changes nothing when it comes once more, as a person reads it: a GET
   * without anybody's credentials, or one without members.
   */
  public static Optional<String> harmless(byte[] event) {
    return Json.read(event)
        .filter(read -> read instanceof ObjectNode && read.isEmpty())
        .or(() -> request(event, false, true))
        .map(read ->
            read.propertyStream()
                .map(each -> "  \"%s\": %s".formatted(each.getKey(), each.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n}"))
                .replace("{\n\n}", "{}"));
  }

  /**
   * The event as a GET for another path, without anybody's credentials.
   *
   * @return empty for an event that is no request
   */
  public static Optional<String> elsewhere(byte[] event, String path) {
    return Json.read(event)
        .filter(read -> read instanceof ObjectNode && method(read).isPresent())
        .map(read -> {
          ObjectNode copy = ((ObjectNode) read).deepCopy();
          lead(copy, path);
          clean(copy);
          return copy.toString();
        });
  }

  private static Optional<Finding> finding(Explanation explanation) {
    return explanation.findings().stream()
        .filter(each -> Family.FIRST_REQUEST.answers(each.id()))
        .findFirst();
  }

  private static Remedy remedy(
      Finding finding, PrimedHandler.Proposal proposal, boolean tellsColdStarts) {
    return new Remedy(
        Family.FIRST_REQUEST.id(),
        Family.FIRST_REQUEST.kind(),
        Optional.of(finding.id()),
        "the handler answers a first GET in init, as each cold start does then%s: %s:%d"
            .formatted(
                tellsColdStarts
                    ? ", and Powertools logs and traces no request as the cold one any more"
                    : "",
                proposal.file(),
                proposal.line()),
        new Prediction(finding.lowMillis(), finding.highMillis()),
        new Change.Sources(proposal.edits(), proposal.handler()));
  }

  private static Optional<JsonNode> request(byte[] event, boolean writes, boolean isOwn) {
    JsonNode read;
    try {
      read = JSON.readTree(event);
    } catch (IOException e) {
      return Optional.empty(); // a handler may take any bytes
    }
    Optional<String> method = method(read);
    if (!(read instanceof ObjectNode request) || method.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode copy = request.deepCopy();
    if (!method.get().equals("GET") || writes) {
      if (isOwn) {
        return Optional.empty(); // it may not look at method and path
      }
      lead(copy, NOWHERE);
    }
    clean(copy);
    return Optional.of(copy);
  }

  /** Returns the HTTP method in an event of either format of API Gateway. */
  private static Optional<String> method(JsonNode event) {
    JsonNode second = event.at("/requestContext/http/method");
    JsonNode first = event.path(METHOD);
    return Stream.of(first, second)
        .filter(JsonNode::isTextual)
        .map(node -> node.asText().toUpperCase(Locale.ROOT))
        .findFirst();
  }

  private static void lead(ObjectNode event, String path) {
    event.remove(Set.of("body", "isBase64Encoded", "pathParameters"));
    ObjectNode context = event.withObject("/requestContext");
    if (event.has(METHOD)) {
      event.put(METHOD, "GET").put(PATH, path).put("resource", path);
      context.put(METHOD, "GET").put(PATH, path).put("resourcePath", path);
    } else {
      event.put("rawPath", path).put("routeKey", "$default");
      context.put("routeKey", "$default");
      context.withObject("/http").put("method", "GET").put(PATH, path);
    }
  }

  /** Takes out members that say nothing, and anybody's credentials. */
  private static void clean(ObjectNode event) {
    EventSecrets.remove(event);
    removeNulls(event);
  }

  private static void removeNulls(ObjectNode object) {
    object.properties().removeIf(each -> each.getValue().isNull());
    object.forEach(value -> {
      if (value instanceof ObjectNode part) {
        removeNulls(part);
      }
    });
  }
}
