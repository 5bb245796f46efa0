package thaw.apigateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.ApiAuthorizer;

class TokenClaimsTest {
  private static final ApiAuthorizer.Claims POOL =
      new ApiAuthorizer.Claims("Pool", "authorization");

  private static AuthorizerVerdict verdict(String... headers) {
    return TokenClaims.ofToken(Calls.rest(headers), POOL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer x", "x", "a.b", "a.?.c", "a.WzFd.c"})
  void who_sends_no_jwt_is_refused_and_the_author_told_what_one_is(String token) {
    AuthorizerVerdict.Out out =
        assertInstanceOf(AuthorizerVerdict.Out.class, verdict("Authorization", token));

    assertEquals(Refusal.unauthorized(), out.refusal());
    assertEquals(
        "the token is no JWT: three parts divided by dots, the second one claims as JSON in"
            + " Base64; no signature is checked",
        out.why());
  }

  @Test
  void a_missing_token_is_named_by_its_header() {
    assertEquals(
        new AuthorizerVerdict.Out(Refusal.unauthorized(), "the request lacks header authorization"),
        verdict());
    assertEquals(
        "header x-token, or stage variable user",
        RequestIdentity.names(
            List.of(
                new ApiAuthorizer.Source(ApiAuthorizer.Source.From.HEADER, "x-token"),
                new ApiAuthorizer.Source(ApiAuthorizer.Source.From.STAGE_VARIABLE, "user"))));
  }

  @Test
  void the_claims_of_a_jwt_are_passed_on() {
    String claims =
        Base64.getUrlEncoder().encodeToString("{\"sub\":\"me\"}".getBytes(StandardCharsets.UTF_8));

    AuthorizerVerdict.In in =
        assertInstanceOf(
            AuthorizerVerdict.In.class, verdict("Authorization", "Bearer a." + claims + ".c"));

    assertEquals("me", in.authorizer().orElseThrow().at("/claims/sub").asText());
  }
}
