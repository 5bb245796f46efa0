package thaw.api;

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

  /** It may not. */
  record Out(Refusal refusal) implements AuthorizerVerdict {}

  static AuthorizerVerdict in(ObjectNode authorizer) {
    return new In(Optional.of(authorizer), Optional.empty());
  }
}
