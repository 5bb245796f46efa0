package thaw.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.ApiAuthorizer;
import thaw.function.ApiRoute;
import thaw.function.PayloadFormat;
import thaw.json.Json;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * Asks a route's authorizer whether a request may take it, and remembers what it said.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html">
 *     Lambda authorizers</a>
 */
final class Authorizers {
  private final Invoker invoker;
  private final Decisions decisions;

  Authorizers(Invoker invoker, Decisions decisions) {
    this.invoker = invoker;
    this.decisions = decisions;
  }

  AuthorizerVerdict decide(ProxyCall call, ApiAuthorizer authorizer) throws InterruptedException {
    return switch (authorizer) {
      case ApiAuthorizer.Iam _ -> TokenClaims.ofSignature(call);
      case ApiAuthorizer.Claims claims -> TokenClaims.ofToken(call, claims);
      case ApiAuthorizer.Lambda lambda -> decide(call, lambda);
    };
  }

  private AuthorizerVerdict decide(ProxyCall call, ApiAuthorizer.Lambda authorizer)
      throws InterruptedException {
    Optional<List<String>> identity = RequestIdentity.of(call, authorizer.sources());
    if (identity.isEmpty()) {
      return new AuthorizerVerdict.Out(
          Refusal.unauthorized(),
          "the request lacks " + RequestIdentity.names(authorizer.sources()));
    }
    if (!isValid(authorizer, identity.get())) {
      return new AuthorizerVerdict.Out(
          Refusal.unauthorized(),
          "the token does not match " + authorizer.validation().orElseThrow());
    }
    String key =
        call.api().id() + "\n" + authorizer.name() + "\n" + String.join("\n", identity.get());
    Optional<JsonNode> before = decisions.find(key);
    if (before.isPresent()) {
      return verdict(call, authorizer, before.get());
    }
    Invocation invocation =
        Invoker.invocation(
            Invocation.newRequestId(),
            AuthorizerEvent.of(call, authorizer, identity.get()),
            authorizer.qualifier(),
            call.in().trace());
    RequestOutcome outcome = invoker.invoke(authorizer.function(), invocation);
    if (!(outcome instanceof RequestOutcome.Completed completed)) {
      return new AuthorizerVerdict.Out(Refusal.authorizerFailed(call.api().kind()));
    }
    return switch (completed.outcome()) {
      case InvocationOutcome.Failure failure -> failed(call, failure);
      case InvocationOutcome.Success(byte[] payload) -> {
        Optional<JsonNode> output = Json.read(payload).filter(JsonNode::isObject);
        output.ifPresent(said -> decisions.keep(key, said, authorizer.memory()));
        yield output
            .map(said -> verdict(call, authorizer, said))
            .orElseGet(
                () -> new AuthorizerVerdict.Out(Refusal.authorizerFailed(call.api().kind())));
      }
    };
  }

  private static boolean isValid(ApiAuthorizer.Lambda authorizer, List<String> identity) {
    return authorizer.validation().isEmpty()
        || identity.getFirst().matches(authorizer.validation().get());
  }

  /** An error with this message is the authorizer's way to say 401. */
  private static AuthorizerVerdict failed(ProxyCall call, InvocationOutcome.Failure failure) {
    boolean unauthorized =
        call.isRest()
            && Json.read(failure.payload())
                .filter(error -> error.path("errorMessage").asText().equals("Unauthorized"))
                .isPresent();
    return new AuthorizerVerdict.Out(
        unauthorized ? Refusal.unauthorized() : Refusal.authorizerFailed(call.api().kind()));
  }

  private static AuthorizerVerdict verdict(
      ProxyCall call, ApiAuthorizer.Lambda authorizer, JsonNode said) {
    if (authorizer.simple() && authorizer.format() == PayloadFormat.V2) {
      return said.path("isAuthorized").isBoolean()
          ? simple(call, said)
          : new AuthorizerVerdict.Out(Refusal.authorizerFailed(call.api().kind()));
    }
    JsonNode policy = said.path("policyDocument");
    if (!AuthorizerPolicy.isOne(policy) || (call.isRest() && !isComplete(said))) {
      return new AuthorizerVerdict.Out(Refusal.authorizerFailed(call.api().kind()));
    }
    AuthorizerPolicy.Decision decision = AuthorizerPolicy.decide(policy, call.methodArn());
    if (decision == AuthorizerPolicy.Decision.ALLOWED) {
      return new AuthorizerVerdict.In(
          Optional.of(told(call, said)),
          Optional.ofNullable(said.path("usageIdentifierKey").textValue()));
    }
    return new AuthorizerVerdict.Out(
        call.isRest()
            ? Refusal.denied(decision == AuthorizerPolicy.Decision.DENIED)
            : Refusal.forbidden());
  }

  private static AuthorizerVerdict simple(ProxyCall call, JsonNode said) {
    return said.path("isAuthorized").asBoolean()
        ? AuthorizerVerdict.in(told(call, said))
        : new AuthorizerVerdict.Out(Refusal.forbidden());
  }

  /**
   * REST APIs want a principal; they turn what is told into texts, and refuse objects and lists.
   */
  private static boolean isComplete(JsonNode said) {
    if (!said.path("principalId").isTextual()) {
      return false;
    }
    for (JsonNode value : said.path("context")) {
      if (!value.isValueNode()) {
        return false;
      }
    }
    return true;
  }

  private static ObjectNode told(ProxyCall call, JsonNode said) {
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    JsonNode context = said.path("context");
    boolean second =
        call.route().target() instanceof ApiRoute.Target.Function function
            && function.format() == PayloadFormat.V2;
    if (second) {
      told.set("lambda", context.isObject() ? context : JsonNodeFactory.instance.objectNode());
      return told;
    }
    for (Map.Entry<String, JsonNode> member : context.properties()) {
      if (call.isRest() && !member.getValue().isNull()) {
        told.put(member.getKey(), member.getValue().asText());
      } else {
        told.set(member.getKey(), member.getValue());
      }
    }
    if (said.path("principalId").isTextual()) {
      told.put("principalId", said.path("principalId").textValue());
    }
    if (call.isRest()) {
      told.put("integrationLatency", 0);
    }
    return told;
  }
}
