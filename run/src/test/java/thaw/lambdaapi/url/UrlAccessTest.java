package thaw.lambdaapi.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.platform.record.ResourcePolicy;

class UrlAccessTest {
  private static final String AUTH = "lambda:FunctionUrlAuthType";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Allow | \"*\" | lambda:InvokeFunctionUrl | {\"StringEquals\":{\""
            + AUTH
            + "\":\"NONE\"}} | true",
        "Allow | \"*\" | lambda:InvokeFunctionUrl | {} | true",
        "Allow | {\"AWS\":\"*\"} | lambda:* | {} | true",
        "Allow | \"*\" | lambda:InvokeFunctionUrl | {\"Bool\":{\"lambda:InvokedViaFunctionUrl\":\"true\"}} | true",
        "Allow | \"*\" | lambda:InvokeFunctionUrl | {\"StringEquals\":{\""
            + AUTH
            + "\":\"AWS_IAM\"}} | false",
        "Allow | \"*\" | lambda:InvokeFunctionUrl | {\"StringEquals\":{\"AWS:SourceAccount\":\"1\"}} | false",
        "Allow | \"*\" | lambda:InvokeFunction | {} | false",
        "Deny | \"*\" | lambda:InvokeFunctionUrl | {} | false",
        "Allow | {\"AWS\":[\"1\",\"*\"]} | lambda:invoke*url | {} | true",
        "Allow | \"*\" | lambda:Invoke*s | {} | false",
        "Allow | \"*\" | lambda:InvokeFunctionUrl? | {} | false",
        "Allow | \"*\" | lambda:InvokeFunctionUrl | {\"StringNotEquals\":{\""
            + AUTH
            + "\":\"NONE\"}} | false",
        "Allow | {\"Service\":\"s3.amazonaws.com\"} | lambda:InvokeFunctionUrl | {} | false",
      })
  void a_statement_opens_a_url(
      String effect, String principal, String action, String condition, boolean open)
      throws Exception {
    String statement =
        "{\"Effect\":\"%s\",\"Principal\":%s,\"Action\":\"%s\",\"Condition\":%s}"
            .formatted(effect, principal, action, condition);
    ResourcePolicy policy =
        new ResourcePolicy(Map.of("sid", new ObjectMapper().readTree(statement)), "r");
    assertEquals(open, UrlAccess.isPublic(policy));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lambda:Invoke*", "lambda:*Url", "lambda:invokefunctionurl", "*", "l*:*l"})
  void a_statement_closes_a_url_that_another_one_has_opened(String action) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    String open = "{'Effect':'Allow','Principal':'*','Action':'lambda:*'}".replace('\'', '"');
    String shut = "{'Effect':'Deny','Principal':'*','Action':'ACTION'}".replace('\'', '"');
    ResourcePolicy policy =
        new ResourcePolicy(
            Map.of(
                "open",
                mapper.readTree(open),
                "shut",
                mapper.readTree(shut.replace("ACTION", action))),
            "r");
    assertFalse(UrlAccess.isPublic(policy));
  }

  private static Optional<String> signer(String query, String authorization) {
    return UrlAccess.signer(
        new UrlRequest(
            "id",
            "GET",
            "HTTP/1.1",
            "/",
            query,
            Map.of("authorization", List.of(authorization)),
            "127.0.0.1",
            3001,
            _ -> new byte[0]));
  }

  @Test
  void a_signature_for_lambda_names_its_access_key() {
    String ending = "/aws4_request, SignedHeaders=host, Signature=0a";
    String credential = "AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/";
    assertEquals(Optional.of("AKID"), signer("", credential + "lambda" + ending));
    assertEquals(
        Optional.of("AKID"),
        signer(
            "X-Amz-Credential=AKID%2F20260101%2Fus-east-1%2Flambda%2Faws4_request"
                + "&X-Amz-Signature=0a",
            ""));
    assertEquals(Optional.empty(), signer("", credential + "s3" + ending));
    assertEquals(Optional.empty(), signer("", "Bearer token"));
    assertEquals(Optional.empty(), signer("", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "abc1.lambda-url.us-east-1.localhost:3001, /a%2F//b, 'OfHost[id=abc1, rawPath=/a%2F//b]'",
    "ABC1.Lambda-URL.eu-west-1.on.aws, /, 'OfHost[id=abc1, rawPath=/]'",
    "127.0.0.1:3001, /_thaw/url/pets/a/b, 'OfPath[function=pets, rawPath=/a/b]'",
    "localhost, /_thaw/url/pets:live, 'OfPath[function=pets:live, rawPath=/]'",
    "localhost, /_thaw/url/pets%3Alive/, 'OfPath[function=pets:live, rawPath=/]'",
    "localhost:3001, /2015-03-31/functions, none",
    "'', /, none",
  })
  void an_address_names_a_url(String host, String path, String expected) {
    assertEquals(expected, UrlAddress.of(host, path).map(UrlAddress::toString).orElse("none"));
  }
}
