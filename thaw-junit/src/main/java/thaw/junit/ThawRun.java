package thaw.junit;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.junit.program.HandlerJson;
import thaw.junit.program.LambdaClient;
import thaw.program.ThawException;

/**
 * An application that runs: its functions, and where its APIs and local services are. A test method
 * gets it as a parameter of this type. It is closed by the extension, after the last test.
 */
public final class ThawRun {
  private final ApplicationSpec spec;
  private final Map<String, @Nullable Object> document;
  private final LambdaClient client;
  private final InvocationFeed feed;
  private final Consumer<LambdaResponse> observer;

  private ThawRun(
      ApplicationSpec spec,
      Map<String, @Nullable Object> document,
      LambdaClient client,
      InvocationFeed feed,
      Consumer<LambdaResponse> observer) {
    this.spec = spec;
    this.document = document;
    this.client = client;
    this.feed = feed;
    this.observer = observer;
  }

  /**
   * @param line what {@code thaw run --json} prints
   */
  static ThawRun of(String line, ApplicationSpec spec) {
    Map<String, @Nullable Object> document = HandlerJson.object(line);
    return new ThawRun(
        spec,
        document,
        new LambdaClient(HandlerJson.text(document, "url")),
        new InvocationFeed(Path.of(HandlerJson.text(document, "events"))),
        response -> {});
  }

  /** The same, whose responses are seen by the observer, too. */
  ThawRun observedBy(Consumer<LambdaResponse> other) {
    return new ThawRun(spec, document, client, feed, other);
  }

  LambdaClient client() {
    return client;
  }

  InvocationFeed feed() {
    return feed;
  }

  ApplicationSpec spec() {
    return spec;
  }

  Consumer<LambdaResponse> observer() {
    return observer;
  }

  void close() {
    feed.close();
  }

  /** The base URL of the Lambda API, for example for an AWS client. */
  public URI lambdaUrl() {
    return URI.create(HandlerJson.text(document, "url"));
  }

  /**
   * A function.
   *
   * @param name its logical id in the template or its name; empty for the only one
   * @throws ThawException when the application does not have it
   */
  public LambdaFunction function(String name) {
    Map<String, String> names = new LinkedHashMap<>();
    for (Object each : HandlerJson.list(document.get("functions"))) {
      Map<String, @Nullable Object> function = HandlerJson.object(each);
      names.put(HandlerJson.text(function, "logicalId"), HandlerJson.text(function, "name"));
    }
    String chosen = names.containsValue(name) ? name : chosen(names, "function", name);
    String logicalId =
        names.entrySet().stream()
            .filter(each -> each.getValue().equals(chosen))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(chosen);
    return new LambdaFunction(this, logicalId, chosen);
  }

  /**
   * The base URL of an API of API Gateway, without a slash at its end.
   *
   * @param logicalId empty for the only one
   * @throws ThawException when the application does not have it
   */
  public URI api(String logicalId) {
    return URI.create(chosen(HandlerJson.texts(document.get("apis")), "API", logicalId));
  }

  /**
   * The endpoint of a local service.
   *
   * @param name as in the variable {@code AWS_ENDPOINT_URL_...}, for example {@code SQS} or {@code
   *     DYNAMODB}
   * @throws ThawException when no such service runs
   */
  public URI service(String name) {
    Map<String, String> endpoints = new LinkedHashMap<>();
    HandlerJson.texts(document.get("services"))
        .forEach((variable, url) -> endpoints.put(variable.replace("AWS_ENDPOINT_URL_", ""), url));
    return URI.create(chosen(endpoints, "local service", name));
  }

  /**
   * The URL of a queue, as SQS clients take it.
   *
   * @param logicalId empty for the only one
   * @throws ThawException when the application does not have it
   */
  public URI queue(String logicalId) {
    return URI.create(chosen(HandlerJson.texts(document.get("queues")), "queue", logicalId));
  }

  /**
   * The name of a bucket.
   *
   * @param logicalId empty for the only one
   * @throws ThawException when the application does not have it
   */
  public String bucket(String logicalId) {
    return chosen(HandlerJson.texts(document.get("buckets")), "bucket", logicalId);
  }

  /**
   * The name of a table.
   *
   * @param logicalId empty for the only one
   * @throws ThawException when the application does not have it
   */
  public String table(String logicalId) {
    return chosen(HandlerJson.texts(document.get("tables")), "table", logicalId);
  }

  /**
   * An output of the template, with what runs here in place of what would be deployed.
   *
   * @throws ThawException when the template does not have it
   */
  public String output(String name) {
    return chosen(HandlerJson.texts(document.get("outputs")), "output", name);
  }

  private String chosen(Map<String, String> all, String kind, String name) {
    if (name.isEmpty() && all.size() == 1) {
      return all.values().iterator().next();
    }
    String found = all.get(name);
    if (found == null) {
      throw new ThawException(
          (name.isEmpty() ? all.isEmpty() ? "no " : "more than one " : "no ")
              + kind
              + (name.isEmpty() ? "" : " " + name)
              + " in "
              + spec.source(),
          all.isEmpty()
              ? "declare one in the template"
              : "use one of: " + String.join(", ", all.keySet()));
    }
    return found;
  }
}
