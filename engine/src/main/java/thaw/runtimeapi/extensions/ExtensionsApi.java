package thaw.runtimeapi.extensions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;
import thaw.runtimeapi.ApiReply;
import thaw.runtimeapi.PayloadLimits;
import thaw.runtimeapi.SandboxRequest;

/**
 * The Extensions API's HTTP shape for one environment. Refuses to know what the calls mean: it
 * hands them to the current {@link ExtensionsSession}.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html">Lambda
 *     Extensions API</a>
 */
public final class ExtensionsApi {
  private static final String PATH = "/2020-01-01/extension/";
  private static final Response.Field TYPE = new Response.Field("Content-Type", "application/json");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Supplier<ExtensionsSession> session;
  private final ExtendedFunction function;

  /**
   * The facts that an extension learns when it registers.
   *
   * @param name without a qualifier
   * @param version for example {@code $LATEST}
   */
  public record ExtendedFunction(String name, String version, String handler, String accountId) {}

  /**
   * @param session the current one
   */
  public ExtensionsApi(Supplier<ExtensionsSession> session, ExtendedFunction function) {
    this.session = session;
    this.function = function;
  }

  /** Prepares the JSON for extensions before one that is measured asks for anything. */
  public static void prepare() {
    ExtensionJson.prepare();
  }

  /** Answers a request for this API; returns false when it is for another one. */
  public boolean handle(SandboxRequest request, ApiReply reply)
      throws IOException, InterruptedException {
    switch (request.method() + " " + request.path()) {
      case "POST " + PATH + "register" -> register(request, reply);
      case "GET " + PATH + "event/next" -> answer(reply, session.get().next(identifier(request)));
      case "POST " + PATH + "init/error" -> {
        body(request);
        answer(reply, session.get().failInit(identifier(request), errorType(request)));
      }
      case "POST " + PATH + "exit/error" -> {
        body(request);
        answer(reply, session.get().failExit(identifier(request), errorType(request)));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void register(SandboxRequest request, ApiReply reply) throws IOException {
    String name = request.field("lambda-extension-name").orElse(null);
    List<String> events = new ArrayList<>();
    byte[] body = body(request);
    if (name != null && !name.isEmpty()) {
      String problem = read(body, events);
      if (problem != null) {
        refuse(reply, "InvalidRequestFormat", problem);
        return;
      }
    }
    ExtensionReply outcome = session.get().register(name, events);
    if (outcome instanceof ExtensionReply.Registered registered) {
      var field = new Response.Field("Lambda-Extension-Identifier", registered.identifier());
      byte[] answer = ExtensionJson.registered(function, accepts(request, "accountId"));
      reply.send(200, List.of(TYPE, field), answer);
    } else {
      answer(reply, outcome);
    }
  }

  /**
   * Reads the events of a body, and returns what is wrong with it; null when they could be read.
   */
  private static @Nullable String read(byte[] body, List<String> events) {
    try {
      JsonNode root = JSON.readTree(body);
      if (!root.isObject()) {
        return "the body must be a JSON object";
      }
      if (!root.path("configurationKeys").isEmpty()) {
        return "configurationKeys are deprecated; use environment variables instead";
      }
      JsonNode array = root.path("events");
      if (!array.isMissingNode() && !array.isNull() && !array.isArray()) {
        return "events must be an array of strings";
      }
      for (JsonNode event : array) {
        if (!event.isTextual()) {
          return "events must be an array of strings";
        }
        events.add(event.textValue());
      }
      return null;
    } catch (JsonProcessingException e) {
      return e.getOriginalMessage();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read bytes in memory: " + e, e);
    }
  }

  private static boolean accepts(SandboxRequest request, String feature) {
    return request
        .field("lambda-extension-accept-feature")
        .map(features ->
            Arrays.stream(features.split(",", -1)).map(String::strip).anyMatch(feature::equals))
        .orElse(false);
  }

  private static void answer(ApiReply reply, ExtensionReply outcome) {
    switch (outcome) {
      case ExtensionReply.Refused refused -> refuse(reply, refused.errorType(), refused.message());
      case ExtensionReply.Accepted _ -> reply.send(202, ExtensionJson.accepted());
      case ExtensionReply.Event given -> {
        String id = UUID.randomUUID().toString();
        var field = new Response.Field("Lambda-Extension-Event-Identifier", id);
        reply.send(200, List.of(TYPE, field), ExtensionJson.of(given.event()));
      }
      case ExtensionReply.Registered _ ->
          throw new IllegalStateException("has a shape of its own: " + outcome);
    }
  }

  static void refuse(ApiReply reply, String errorType, String message) {
    reply.send(403, ExtensionJson.error(errorType, message));
  }

  static @Nullable String identifier(SandboxRequest request) {
    return request.field("lambda-extension-identifier").orElse(null);
  }

  private static @Nullable String errorType(SandboxRequest request) {
    return request.field("lambda-extension-function-error-type").orElse(null);
  }

  static byte[] body(SandboxRequest request) throws IOException {
    return request.content(PayloadLimits.RESPONSE_BYTES);
  }
}
