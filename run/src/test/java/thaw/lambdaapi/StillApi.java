package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import thaw.durable.Rejected;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Operation;
import thaw.lambdaapi.invoke.Operations;
import thaw.lambdaapi.invoke.Rights;
import thaw.platform.Platform;
import thaw.platform.record.Documents;
import thaw.platform.record.DocumentsInMemory;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.platform.record.SampleVersion;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;

/**
 * Operations that change what is kept, over functions of which none can run.
 *
 * @param problems our own failures
 */
public record StillApi(
    Instance instance,
    Platform platform,
    HttpServer server,
    HttpClient client,
    List<Exception> problems)
    implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static StillApi open(Path folder, FunctionRecord... functions) {
    return open(folder, _ -> List.of(), functions);
  }

  /**
   * @param more operations besides those that all tests have
   */
  static StillApi open(
      Path folder, Function<Platform, List<Operation>> more, FunctionRecord... functions) {
    List<Exception> problems = Collections.synchronizedList(new ArrayList<>());
    Instance instance = Instance.open(SandboxHost.probe(), folder.resolve("instances"));
    Documents documents = new DocumentsInMemory(new LinkedHashMap<>());
    Registry registry = new Registry(new Records(documents));
    List.of(functions).forEach(registry::create);
    Platform platform =
        new Platform(
            instance,
            List.of(),
            PlatformLimits.defaults(),
            definition -> {
              throw new IllegalStateException("not to be run: " + definition.name());
            },
            _ -> {},
            problems::add,
            System::nanoTime,
            new Platform.State(folder.resolve("code"), documents, () -> 0));
    HttpServer server =
        HttpServer.open(
            "127.0.0.1",
            0,
            new Answers(operations(platform, more.apply(platform)), problems),
            OwnPages.of(),
            Invocation::newRequestId,
            HttpServer.TRANSFER_LIMIT,
            problems::add);
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return new StillApi(instance, platform, server, client, problems);
  }

  private static Operations operations(Platform platform, List<Operation> more) {
    List<Operation> all = new ArrayList<>(more);
    all.addAll(new CapacityOperations(platform).operations());
    all.addAll(new ConcurrencyOperations(platform).operations());
    all.addAll(new EventSourceOperations(platform).operations());
    all.addAll(new ResourcePolicyOperations(platform).operations());
    all.addAll(new TagOperations(platform).operations());
    all.addAll(new UrlOperations(platform).operations());
    return new Operations(all);
  }

  /** Errors as {@link LambdaApi} tells them. */
  private record Answers(Operations operations, List<Exception> problems) implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse)
        throws InterruptedException {
      Operations.Match match =
          operations
              .find(exchange.method(), exchange.rawPath(), exchange::query)
              .orElseThrow(() -> ApiError.unknownOperation(exchange.rawPath()).refusal());
      match
          .operation()
          .handler()
          .handle(
              ApiRequest.of(exchange, match, "http://still", (_, _) -> Rights.CHANGE), onResponse);
    }

    @Override
    public Response failed(Exception reason) {
      return switch (reason) {
        case ApiError.Refusal refusal -> refusal.error().answer();
        case Refused refused -> ApiError.of(refused).answer();
        case Rejected rejected -> ApiError.of(rejected).answer();
        default -> {
          problems.add(reason);
          yield ApiError.internal(String.valueOf(reason.getMessage())).answer();
        }
      };
    }
  }

  /**
   * @param tenantIsolation null where environments belong to nobody
   */
  public static FunctionVersion version(String version, @Nullable String tenantIsolation) {
    return SampleVersion.of(version, settings -> settings.tenantIsolation(tenantIsolation));
  }

  public HttpResponse<String> send(String method, String path, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  public JsonNode ok(int status, String method, String path, String body) throws Exception {
    HttpResponse<String> response = send(method, path, body);
    assertEquals(status, response.statusCode(), response.body());
    return response.body().isEmpty() ? JSON.nullNode() : JSON.readTree(response.body());
  }

  /**
   * The message.
   *
   * @param type of the error, as AWS names it
   */
  public String refused(int status, String type, String method, String path, String body)
      throws Exception {
    HttpResponse<String> response = send(method, path, body);
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(type, response.headers().firstValue("x-amzn-ErrorType").orElse("none"));
    JsonNode answer = JSON.readTree(response.body());
    return Optional.ofNullable(answer.get("message")).orElse(answer.path("Message")).asText();
  }

  @Override
  public void close() {
    try (instance;
        platform;
        server;
        client) {
      assertEquals(List.of(), problems);
    }
  }
}
