package thaw.apigateway;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import thaw.function.ApiAuthorizer;
import thaw.function.ApiKey;
import thaw.http.Response;
import thaw.pool.RequestOutcome;

/**
 * The checks between a route and its function: whether the request may take the route, and whether
 * the function exists. Refuses to know results.
 */
final class RouteAccess {
  private static final Duration REST_AUTHORIZER_LIMIT = Duration.ofSeconds(29);
  private static final Duration HTTP_AUTHORIZER_LIMIT = Duration.ofSeconds(10);

  private final Invoker invoker;
  private final Authorizers authorizers;
  private final TimeLimits limits;
  private final Consumer<String> notes;

  /**
   * @param notes told why a request is refused
   */
  RouteAccess(Invoker invoker, Authorizers authorizers, TimeLimits limits, Consumer<String> notes) {
    this.invoker = invoker;
    this.authorizers = authorizers;
    this.limits = limits;
    this.notes = notes;
  }

  /** Returns the call with what its client was granted; empty when the request was refused. */
  Optional<ProxyCall> granted(ProxyCall call, Reply reply) throws InterruptedException {
    ProxyCall.Granted granted = ProxyCall.Granted.UNASKED;
    Optional<String> usageKey = Optional.empty();
    if (call.route().authorizer().isPresent()) {
      ApiAuthorizer asked = call.route().authorizer().get();
      if (asked instanceof ApiAuthorizer.Lambda lambda
          && !isReady(lambda.function(), lambda.qualifier(), call, reply)) {
        return Optional.empty();
      }
      boolean rest = call.isRest();
      Future<?> limit =
          limits.watch(
              rest ? REST_AUTHORIZER_LIMIT : HTTP_AUTHORIZER_LIMIT,
              () -> late(call, reply, Refusal.authorizerFailed(call.api().kind())));
      AuthorizerVerdict verdict;
      try {
        verdict = authorizers.decide(call, asked);
      } finally {
        limit.cancel(false);
      }
      switch (verdict) {
        case AuthorizerVerdict.Out(Refusal refusal, String why) -> {
          if (!why.isEmpty()) {
            notes.accept(
                "%s %s is answered with %d, by the authorizer %s: %s"
                    .formatted(
                        call.in().method(),
                        call.in().rawPath(),
                        refusal.status(),
                        asked.name(),
                        why));
          }
          refuse(reply, call, refusal);
          return Optional.empty();
        }
        case AuthorizerVerdict.In(var authorizer, var key) -> {
          granted = new ProxyCall.Granted(authorizer, Optional.empty());
          usageKey = key;
        }
      }
    }
    if (!call.route().keyRequired()) {
      return reply.isGiven() ? Optional.empty() : Optional.of(call.with(granted));
    }
    Optional<String> sent =
        call.api().keyFromAuthorizer() ? usageKey : call.in().header("x-api-key");
    Optional<ApiKey> key =
        call.api().keys().stream()
            .filter(known -> sent.isPresent() && known.value().equals(sent.get()))
            .findFirst();
    if (key.isEmpty()) {
      refuse(reply, call, Refusal.forbidden());
      return Optional.empty();
    }
    return Optional.of(call.with(new ProxyCall.Granted(granted.authorizer(), key)));
  }

  /** Otherwise the client has been told why not. */
  boolean isReady(String function, Optional<String> alias, ProxyCall call, Reply reply)
      throws InterruptedException {
    Optional<RequestOutcome.Unprepared> missing = invoker.await(function, alias);
    missing.ifPresent(outcome -> reply.give(unprepared(call, function, outcome)));
    return missing.isEmpty();
  }

  static Response unprepared(ProxyCall call, String function, RequestOutcome.Unprepared outcome) {
    return ProxyResponses.unprepared(
        call.api().kind(), call.gatewayId(), function, outcome.cause(), outcome.remedy());
  }

  static void refuse(Reply reply, ProxyCall call, Refusal refusal) {
    reply.give(refusal.answer(call.api().kind(), call.gatewayId()));
  }

  /** The connection serves no further request before the function ends, and so is closed. */
  static void late(ProxyCall call, Reply reply, Refusal refusal) {
    reply.give(ProxyResponses.closing(refusal.answer(call.api().kind(), call.gatewayId())));
  }
}
