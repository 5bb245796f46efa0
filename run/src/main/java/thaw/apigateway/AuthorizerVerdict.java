package thaw.apigateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** The decision on whether a request may take its route. */
sealed interface AuthorizerVerdict {
  /**
   * It may.
   *
   * @param authorizer what the function is told: {@code requestContext.authorizer}
   * @param usageKey the API key that the authorizer gives
   */
  record In(Optional<ObjectNode> authorizer, Optional<String> usageKey)
      implements AuthorizerVerdict {}

  /**
   * It may not.
   *
   * @param why for the application's author, whom AWS's words do not tell; empty where it is the
   *     authorizer's own decision
   */
  record Out(Refusal refusal, String why) implements AuthorizerVerdict {
    Out(Refusal refusal) {
      this(refusal, "");
    }
  }

  static AuthorizerVerdict in(ObjectNode authorizer) {
    return new In(Optional.of(authorizer), Optional.empty());
  }
}
