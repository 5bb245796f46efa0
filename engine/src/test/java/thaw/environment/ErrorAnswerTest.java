package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorAnswerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"statusCode": 404}                                         | answers 404
          {"statusCode": 200, "body": "{}"}                           | -
          {"batchItemFailures": []}                                   | -
          {"batchItemFailures": null}                                 | -
          {"batchItemFailures": [{"itemIdentifier": "a"}]}            | reports 1 failed record (batchItemFailures)
          {"x": {"y": []}, "batchItemFailures": [{"itemIdentifier": null}, {"itemIdentifier": "b"}]} | reports 2 failed records (batchItemFailures)
          {"batchItemFailures": [{"name": [1]}, "text"]}              | -
          {"results": [{"batchItemFailures": [{"itemIdentifier": 1}]}]} | -
          {"batchItemFailures": [{"itemIdentifier":                   | -
          null                                                        | -
          """)
  void an_error_is_a_status_or_a_report_of_failed_records(String response, String words) {
    assertEquals(
        words,
        ErrorAnswer.of(response.getBytes(StandardCharsets.UTF_8))
            .map(ErrorAnswer::words)
            .orElse("-"));
  }
}
