package thaw.function;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Decides whether a request may take a route. */
public sealed interface ApiAuthorizer {
  /** Returns the name in the template. */
  String name();

  /**
   * A Lambda function.
   *
   * @param function its name, as the Lambda API knows it
   * @param token whether it gets one header only, the first source, as TOKEN authorizers do
   * @param sources must be in the request, and tell apart what was decided before
   * @param validation a regular expression that a token must match
   * @param memory how long a decision holds; zero when each request is decided upon
   * @param format of its event
   * @param simple whether it answers {@code isAuthorized} instead of a policy
   */
  record Lambda(
      String name,
      String function,
      Optional<String> qualifier,
      boolean token,
      List<Source> sources,
      Optional<String> validation,
      Duration memory,
      PayloadFormat format,
      boolean simple)
      implements ApiAuthorizer {
    public Lambda {
      sources = List.copyOf(sources);
    }
  }

  /**
   * A signed token of Cognito's or of another issuer. Its claims are passed on; the signature is
   * not checked, since keys and issuer are elsewhere.
   *
   * @param header where the token is
   */
  record Claims(String name, String header) implements ApiAuthorizer {}

  /** A signature by an AWS access key, which must be there and is not checked. */
  record Iam() implements ApiAuthorizer {
    @Override
    public String name() {
      return "AWS_IAM";
    }
  }

  /** A part of the request that an authorizer's decision depends on. */
  record Source(From from, String name) {
    /** The part of a request that a value is taken from. */
    public enum From {
      HEADER,
      QUERY,
      STAGE_VARIABLE,
      CONTEXT
    }
  }
}
