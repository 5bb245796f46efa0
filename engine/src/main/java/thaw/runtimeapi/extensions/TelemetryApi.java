package thaw.runtimeapi.extensions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import thaw.http.Response;
import thaw.runtimeapi.ApiReply;
import thaw.runtimeapi.SandboxRequest;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * The HTTP shape of the Telemetry API and of the Logs API for one environment. Managed instances
 * have the former only, in its newest form.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/telemetry-api-reference.html">Telemetry
 *     API reference</a>
 */
public final class TelemetryApi {
  private final Supplier<ExtensionsSession> session;
  private final Supplier<TelemetryRelay> relay;
  private final Consumer<PlatformEvent> events;
  private final boolean shared;

  /**
   * @param session the current one
   * @param relay the current one
   * @param events gets one event for each subscription; must let the relay have it
   * @param shared whether many requests share the environment, as on managed instances
   */
  public TelemetryApi(
      Supplier<ExtensionsSession> session,
      Supplier<TelemetryRelay> relay,
      Consumer<PlatformEvent> events,
      boolean shared) {
    this.session = session;
    this.relay = relay;
    this.events = events;
    this.shared = shared;
  }

  /** Answers a request for this API; returns false when it is for another one. */
  public boolean handle(SandboxRequest request, ApiReply reply) throws IOException {
    switch (request.method() + " " + request.path()) {
      case "PUT /2022-07-01/telemetry" -> subscribe(Subscription.Api.TELEMETRY, request, reply);
      case "PUT /2020-08-15/logs" -> {
        if (shared) {
          return false;
        }
        subscribe(Subscription.Api.LOGS, request, reply);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void subscribe(Subscription.Api api, SandboxRequest request, ApiReply reply)
      throws IOException {
    byte[] body = ExtensionsApi.body(request);
    String identifier = ExtensionsApi.identifier(request);
    ExtensionReply.Refused refusal = session.get().refusal(identifier);
    if (refusal != null || identifier == null) {
      ExtensionReply.Refused why = refusal != null ? refusal : ExtensionReply.missingIdentifier();
      ExtensionsApi.refuse(reply, why.errorType(), why.message());
      return;
    }
    String name = session.get().nameOf(identifier).orElseThrow();
    switch (SubscriptionRequest.read(api, body)) {
      case SubscriptionRequest.Invalid invalid -> invalid(reply, invalid.message());
      case SubscriptionRequest.Valid(Subscription valid)
          when shared && !valid.schemaVersion().equals(SubscriptionRequest.NEWEST_SCHEMA) ->
          invalid(
              reply,
              "schemaVersion must be "
                  + SubscriptionRequest.NEWEST_SCHEMA
                  + " on managed instances: "
                  + valid.schemaVersion());
      case SubscriptionRequest.Valid(Subscription valid) -> serve(name, valid, reply);
    }
  }

  private void serve(String name, Subscription subscription, ApiReply reply) {
    TelemetryRelay.Outcome outcome;
    try {
      outcome = relay.get().subscribe(name, subscription);
    } catch (IOException e) {
      invalid(reply, "Invalid destination: " + e.getMessage());
      return;
    }
    String api = subscription.api().label();
    switch (outcome) {
      case SUBSCRIBED -> subscribed(name, subscription, "Subscribed", reply);
      case ALREADY_SUBSCRIBED -> subscribed(name, subscription, "Already subscribed", reply);
      case OTHER_API ->
          invalid(reply, "an extension can use the Telemetry API or the Logs API, not both");
      case CLOSED ->
          ExtensionsApi.refuse(
              reply, api + ".SubscriptionClosed", api + " API subscription is closed already");
    }
  }

  private void subscribed(String name, Subscription subscription, String state, ApiReply reply) {
    events.accept(
        switch (subscription.api()) {
          case TELEMETRY ->
              new PlatformEvent.TelemetrySubscription(name, state, subscription.types());
          case LOGS -> new PlatformEvent.LogsSubscription(name, state, subscription.types());
        });
    var type = new Response.Field("Content-Type", "text/plain; charset=utf-8");
    reply.send(200, List.of(type), "\"OK\"".getBytes(StandardCharsets.UTF_8));
  }

  private static void invalid(ApiReply reply, String message) {
    reply.send(400, ExtensionJson.error("ValidationError", message));
  }
}
