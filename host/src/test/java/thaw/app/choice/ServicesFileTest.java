package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.problem.UserMistake;
import thaw.service.busy.Conditions;
import thaw.service.busy.Terms;
import thaw.service.process.LocalService;

class ServicesFileTest {
  @TempDir Path folder;

  private Conditions read(String text) throws IOException {
    Files.writeString(folder.resolve("services.yaml"), text);
    return ServicesChoice.of("services.yaml", folder);
  }

  @Test
  void names_need_no_file() {
    assertTrue(ServicesChoice.of("fast").isFast());
    assertEquals(Terms.REAL, ServicesChoice.of("real").of(LocalService.SQS));
    assertEquals(Terms.BUSY, ServicesChoice.of("busy").of(LocalService.SQS));
    assertEquals(7, ServicesChoice.of("busy:7").seed());
  }

  @Test
  void what_is_said_of_an_operation_comes_before_its_service_and_that_before_all()
      throws IOException {
    Conditions conditions =
        read(
            """
            from: busy
            seed: 42
            states: 0.1
            throttled: 0.2
            services:
              dynamodb:
                throttled: 0.3
                stale: 200ms
                operations:
                  PutItem: {median: 8, throttled: 0.5}
              kinesis: {limits: false}
            """);
    assertEquals(42, conditions.seed());
    assertEquals("services.yaml", conditions.name());
    Terms putItem = conditions.of(LocalService.DYNAMODB, "PutItem");
    assertEquals(0.5, putItem.throttled());
    assertEquals(OptionalDouble.of(8), putItem.median());
    assertEquals(Duration.ofMillis(200), putItem.stale());
    assertEquals(0.3, conditions.of(LocalService.DYNAMODB, "GetItem").throttled());
    Terms kinesis = conditions.of(LocalService.KINESIS, "PutRecord");
    assertEquals(0.2, kinesis.throttled());
    assertEquals(0.1, kinesis.states());
    assertEquals(false, kinesis.limits());
    assertEquals(Terms.BUSY.error(), conditions.of(LocalService.S3).error());
  }

  @Test
  void a_file_that_says_nothing_of_it_is_as_real() throws IOException {
    assertEquals(Terms.REAL, read("seed: 3").of(LocalService.SNS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "throttled: 2 | :1:12: throttled must be a number from 0 to 1: 2",
        "throttle: 0.1 | :1:11: unknown member: throttle",
        "services: {dynamo: {}} | :1:20: no service has the name dynamo",
        "services: {sqs: {operations: {send: {}}}} | :1:37: no operation has a name such as send",
        "services: {sqs: {median: 8}} | :1:26: unknown member: median",
        "stale: 3 | :1:8: stale must be a time: 3",
        "from: slow | :1:7: no conditions are named slow",
        "{throttled: 0.7, error: 0.4} | :1:25: the shares of throttled, error, reset, slow, expired"
            + " must be 1 at most in all: 1.1",
        "limits: yes | :1:9: limits must be true or false: yes"
      })
  void a_mistake_is_told_with_its_place_and_what_to_do(String text, String cause) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(text));
    assertEquals(folder.resolve("services.yaml") + cause, mistake.getMessage());
    assertTrue(mistake.remedy().matches("(rename|use|write|lower).*"), mistake.remedy());
  }

  @Test
  void what_is_neither_a_name_nor_a_file_is_refused() {
    UserMistake mistake = assertThrows(UserMistake.class, () -> ServicesChoice.of("bussy"));
    assertEquals(
        "services are neither fast, real nor busy, nor is this a file: bussy",
        mistake.getMessage());
    assertThrows(UserMistake.class, () -> ServicesChoice.of("busy:x"));
  }

  @Test
  void thaw_yaml_may_name_them() throws IOException {
    Files.writeString(folder.resolve("busy.yaml"), "throttled: 0.25");
    Files.writeString(folder.resolve("thaw.yaml"), "services: busy.yaml");
    assertEquals(
        0.25, ThawFile.in(folder).services().orElseThrow().of(LocalService.SQS).throttled());
  }
}
