package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyStatusTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"statusCode": 404, "body": "{}"}             | 404
          {"body": {"statusCode": 500}, "statusCode": 200} | 200
          {"statusCode": "201"}                         | 201
          {"body": {"statusCode": 500}}                 | 0
          {"statusCode": 7}                             | 0
          {"statusCode": null}                          | 0
          [404]                                         | 0
          {"statusCode":                                | 0
          "text"                                        | 0
          """)
  void a_status_is_the_member_of_the_response_itself(String response, int status) {
    assertEquals(
        status == 0 ? OptionalInt.empty() : OptionalInt.of(status),
        ProxyStatus.of(response.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"statusCode": 404, "body": "no pet"}                         | no pet
          {"body": {"a": 1}, "statusCode": 500}                         |
          {"statusCode": 500, "body": "bm8=", "isBase64Encoded": true}  |
          ["body"]                                                      |
          {"body":                                                      |
          """)
  void a_body_is_told_where_it_is_text(String response, String body) {
    assertEquals(
        Optional.ofNullable(body), ProxyStatus.body(response.getBytes(StandardCharsets.UTF_8)));
  }
}
