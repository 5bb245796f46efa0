package thaw.lambda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.lambda.FakeLambda.Reply;
import thaw.lambda.FakeLambda.Request;
import thaw.problem.UserMistake;

/** What AWS may say that {@code thaw run} does not. */
class RemoteFunctionTest {
  private static final byte[] EVENT = {'{', '}'};
  private static final Duration SOON = Duration.ofMillis(1);
  private static final String COLD =
      "REPORT RequestId: id-1\tDuration: 5.00 ms\tBilled Duration: 105 ms\tMemory Size: 512 MB"
          + "\tMax Memory Used: 90 MB\tInit Duration: 99.00 ms\t\n";
  private static final String WARM = COLD.replaceAll("\tInit Duration: \\S+ ms", "");

  private final List<String> said = new ArrayList<>();

  @BeforeAll
  static void credentials() {
    System.setProperty("aws.accessKeyId", "a");
    System.setProperty("aws.secretAccessKey", "b");
  }

  @AfterAll
  static void no_credentials() {
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  /**
   * @param more members of the function's configuration
   */
  private static String function(String variables, String more) {
    return """
    {"FunctionName":"pets","FunctionArn":"arn:aws:lambda:eu-central-1:123456789012:function:pets",
     "Version":"$LATEST","Runtime":"java21","Handler":"a.B::c","MemorySize":512,"Timeout":20,
     "CodeSha256":"x","RevisionId":"r1","Architectures":["x86_64"],"State":"Active",
     "LastUpdateStatus":"Successful"%s%s}\
    """
        .formatted(variables.isEmpty() ? "" : ",\"Environment\":" + variables, more);
  }

  private RemoteFunction open(FakeLambda lambda) throws InterruptedException {
    return RemoteFunction.open(lambda.access(), FunctionName.of("pets"), SOON, said::add);
  }

  private UserMistake refused(Function<Request, Reply> replies) throws Exception {
    try (FakeLambda lambda = new FakeLambda(replies)) {
      UserMistake mistake =
          assertThrows(
              UserMistake.class,
              () -> {
                try (RemoteFunction function = open(lambda)) {
                  function.coldStarts(false, 1, EVENT);
                }
              });
      assertEquals(0, lambda.count("PUT configuration"), "nothing was changed");
      return mistake;
    }
  }

  /** One that keeps the variables that it is given. */
  private static Function<Request, Reply> keeping(
      AtomicReference<String> variables, Function<Request, Reply> invocations) {
    return request ->
        switch (request.operation()) {
          case "PUT configuration" -> {
            variables.set(request.body().replaceAll(".*\"Environment\":(\\{.*?\\}\\}).*", "$1"));
            yield Reply.ok(function(variables.get(), ""));
          }
          case "POST invocations" -> invocations.apply(request);
          default -> Reply.ok(function(variables.get(), ""));
        };
  }

  private static List<Sample> measure(RemoteSide side, int runs) throws InterruptedException {
    List<Sample> samples = new ArrayList<>();
    for (int number = 1; number <= runs; number++) {
      side.measure(List.of(number), samples::add);
    }
    return samples;
  }

  @Test
  void what_is_refused_says_which_right_is_missing() throws Exception {
    UserMistake mistake = refused(_ -> Reply.refused(403, "AccessDeniedException"));
    assertEquals(
        "lambda:GetFunctionConfiguration was refused for pets: AccessDeniedException: says AWS",
        mistake.getMessage());
    assertEquals(
        "have your user or role allowed lambda:GetFunctionConfiguration for this function",
        mistake.remedy());
  }

  @Test
  void expired_credentials_and_a_wrong_name_have_their_remedies() throws Exception {
    assertTrue(
        refused(_ -> Reply.refused(403, "ExpiredTokenException")).remedy().contains("log in"));
    assertTrue(
        refused(_ -> Reply.refused(404, "ResourceNotFoundException")).remedy().contains("name"));
  }

  @Test
  void a_function_that_is_being_changed_is_left_alone() throws Exception {
    String changing = function("", "").replace("Successful", "InProgress");
    assertTrue(
        String.valueOf(refused(_ -> Reply.ok(changing)).getMessage())
            .contains("pets is being changed: state Active, last update InProgress"));
    String failed = function("", "").replace("Successful", "Failed");
    assertTrue(
        String.valueOf(refused(_ -> Reply.ok(failed)).getMessage()).contains("pets has failed"));
  }

  @Test
  void variables_that_cannot_be_read_could_not_be_put_back() throws Exception {
    UserMistake mistake =
        refused(_ ->
            Reply.ok(
                function(
                    "{\"Error\":{\"ErrorCode\":\"AccessDeniedException\",\"Message\":\"no kms\"}}",
                    "")));
    assertEquals(
        "the environment variables of pets cannot be read: AccessDeniedException: no kms",
        mistake.getMessage());
    assertTrue(mistake.remedy().contains("kms:Decrypt"), mistake.remedy());
  }

  @Test
  void who_is_throttled_comes_back_later() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    try (FakeLambda lambda =
            new FakeLambda(_ ->
                requests.incrementAndGet() < 4
                    ? Reply.refused(429, "TooManyRequestsException")
                    : Reply.ok(function("", "")));
        RemoteFunction function = open(lambda)) {
      assertEquals("pets", function.function().name());
      assertEquals(4, requests.get());
      assertEquals(3, said.size(), said.toString());
      assertTrue(said.getFirst().contains("attempt 1 of 8: TooManyRequestsException"));
    }
  }

  @Test
  void who_is_throttled_always_gives_up() throws Exception {
    UserMistake mistake = refused(_ -> Reply.refused(429, "TooManyRequestsException"));
    assertTrue(mistake.remedy().contains("reserved concurrency"), mistake.remedy());
    assertEquals(7, said.size());
  }

  @Test
  void each_cold_start_has_a_mark_of_its_own_and_in_the_end_there_is_none() throws Exception {
    String before = "{\"Variables\":{\"COLOR\":\"red\"}}";
    AtomicReference<String> variables = new AtomicReference<>(before);
    List<String> seen = new ArrayList<>();
    try (FakeLambda lambda =
            new FakeLambda(
                keeping(
                    variables,
                    _ -> {
                      seen.add(variables.get());
                      return new Reply(200, "", "{}", COLD);
                    }));
        RemoteFunction function = open(lambda)) {
      RemoteSide side = function.coldStarts(false, 3, EVENT);
      List<Sample> samples = measure(side, 3);
      side.close();
      side.close();
      assertEquals(3, seen.stream().distinct().count(), seen.toString());
      assertTrue(seen.stream().allMatch(each -> each.contains("\"COLOR\":\"red\"")));
      assertTrue(seen.stream().allMatch(each -> each.contains("THAW_COLD_START")));
      assertEquals(before, variables.get());
      assertEquals(4, lambda.count("PUT configuration"));
      assertEquals(99.0, samples.getFirst().values().get(Metric.INIT));
      assertEquals(105.0, samples.getFirst().values().get(Metric.BILLED));
      assertThrows(IllegalStateException.class, () -> measure(side, 1), "it is over");
      assertEquals(before, variables.get());
    }
  }

  @Test
  void a_mark_that_a_killed_run_has_left_is_taken_away() throws Exception {
    AtomicReference<String> variables =
        new AtomicReference<>("{\"Variables\":{\"A\":\"b\",\"THAW_COLD_START\":\"old\"}}");
    try (FakeLambda lambda = new FakeLambda(keeping(variables, _ -> Reply.ok("{}")));
        RemoteFunction function = open(lambda)) {
      function.coldStarts(false, 1, EVENT).close();
      assertEquals("{\"Variables\":{\"A\":\"b\"}}", variables.get());
    }
  }

  @Test
  void warm_answers_are_not_counted_and_only_so_many_are_tried() throws Exception {
    AtomicReference<String> variables = new AtomicReference<>("{\"Variables\":{}}");
    AtomicInteger invocations = new AtomicInteger();
    try (FakeLambda lambda =
            new FakeLambda(
                keeping(
                    variables,
                    _ ->
                        new Reply(
                            200, "", "{}", invocations.incrementAndGet() == 2 ? COLD : WARM)));
        RemoteFunction function = open(lambda)) {
      RemoteSide side = function.coldStarts(false, 2, EVENT);
      assertEquals(1, measure(side, 1).size());
      assertEquals(1, side.warnings().size());
      assertThrows(UserMistake.class, () -> measure(side, 1));
      side.close();
      assertEquals("{\"Variables\":{}}", variables.get());
    }
  }

  @Test
  void somebody_elses_change_ends_the_measurement_and_stays() throws Exception {
    AtomicReference<String> variables = new AtomicReference<>("{\"Variables\":{\"A\":\"b\"}}");
    try (FakeLambda lambda =
            new FakeLambda(
                keeping(
                    variables,
                    _ -> {
                      variables.set(variables.get().replace("\"b\"", "\"c\""));
                      return new Reply(200, "", "{}", COLD);
                    }));
        RemoteFunction function = open(lambda)) {
      RemoteSide side = function.coldStarts(false, 2, EVENT);
      UserMistake mistake = assertThrows(UserMistake.class, () -> measure(side, 2));
      assertTrue(String.valueOf(mistake.getMessage()).contains("somebody else has changed pets"));
      side.close();
      assertEquals("{\"Variables\":{\"A\":\"c\"}}", variables.get());
    }
  }

  @Test
  void what_could_not_be_put_back_is_said() throws Exception {
    AtomicReference<String> variables = new AtomicReference<>("{\"Variables\":{}}");
    AtomicInteger updates = new AtomicInteger();
    Function<Request, Reply> usual = keeping(variables, _ -> new Reply(200, "", "{}", COLD));
    try (FakeLambda lambda =
            new FakeLambda(request ->
                request.operation().equals("PUT configuration") && updates.incrementAndGet() > 1
                    ? Reply.refused(412, "PreconditionFailedException")
                    : usual.apply(request));
        RemoteFunction function = open(lambda)) {
      RemoteSide side = function.coldStarts(false, 1, EVENT);
      measure(side, 1);
      UserMistake mistake = assertThrows(UserMistake.class, side::close);
      assertTrue(
          String.valueOf(mistake.getMessage())
              .startsWith("THAW_COLD_START could not be taken from"));
    }
  }

  @Test
  void a_version_that_aws_did_not_make_for_us_is_not_deleted() throws Exception {
    AtomicReference<String> variables = new AtomicReference<>("{\"Variables\":{}}");
    Function<Request, Reply> usual = keeping(variables, _ -> Reply.ok("{}"));
    try (FakeLambda lambda =
            new FakeLambda(request ->
                request.operation().equals("POST versions")
                    ? Reply.ok(
                        function("", ",\"Description\":\"a release\"").replace("$LATEST", "7"))
                    : usual.apply(request));
        RemoteFunction function = open(lambda)) {
      RemoteSide side = function.coldStarts(true, 1, EVENT);
      assertThrows(UserMistake.class, () -> measure(side, 1));
      side.close();
      synchronized (lambda.requests) {
        assertFalse(
            lambda.requests.stream().anyMatch(each -> each.operation().startsWith("DELETE")));
      }
      assertEquals("{\"Variables\":{}}", variables.get());
    }
  }

  @Test
  void a_log_without_report_is_explained() throws Exception {
    AtomicReference<String> variables = new AtomicReference<>("{\"Variables\":{}}");
    try (FakeLambda lambda =
            new FakeLambda(keeping(variables, _ -> new Reply(200, "", "{}", "hello\n")));
        RemoteFunction function = open(lambda)) {
      RemoteSide side = function.coldStarts(false, 1, EVENT);
      UserMistake mistake = assertThrows(UserMistake.class, () -> measure(side, 1));
      assertEquals("the log of request id-1 has no REPORT", mistake.getMessage());
      side.close();
    }
  }

  @Test
  void a_name_an_arn_and_a_qualifier_are_told_apart() throws IOException {
    assertEquals("pets", FunctionName.of("pets").name());
    FunctionName arn = FunctionName.of("arn:aws:lambda:eu-west-1:123456789012:function:pets:live");
    assertEquals("arn:aws:lambda:eu-west-1:123456789012:function:pets", arn.unqualified());
    assertEquals("eu-west-1", arn.region().orElseThrow());
    assertEquals("live", arn.qualifier().orElseThrow());
    assertEquals("$LATEST", FunctionName.of("pets:$LATEST").qualifier().orElseThrow());
    assertThrows(UserMistake.class, () -> FunctionName.of("./pets"));
  }
}
