package thaw.app.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.app.why.WhyJob;
import thaw.app.why.WhyRequest;
import thaw.cli.Transcript;
import thaw.experiment.Warning;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.function.FunctionDefinition;
import thaw.runtimeapi.InvocationOutcome;

/** A function behind a greedy route, of whose paths it serves one. */
@SideBySide
class FirstAnswersTest {
  private static final String MAPPING =
      """
      package org.springframework.web.bind.annotation;
      import java.lang.annotation.*;
      @Retention(RetentionPolicy.RUNTIME) public @interface GetMapping { String[] value(); }
      """;

  private static final String HANDLER =
      """
      package com.example;
      import java.util.Map;
      import org.springframework.web.bind.annotation.GetMapping;
      public class Front {
        static { System.out.println("ERROR in init, and no reason of any answer"); }
        @GetMapping("/a-page-of-another-stage") public void not() {}
        @GetMapping("/orders") public void orders() {}
        public Map<String, Object> handle(Map<String, Object> event) {
          if (String.valueOf(event.get("rawPath")).equals("/missing")) {
            System.out.println(
                "a.ResourceNotFoundException: Cannot do operations on a non-existent table"
                    + " (Service: DynamoDb, Status Code: 400)");
          }
          boolean known = String.valueOf(event.get("rawPath")).equals("/orders");
          return Map.of("statusCode", known ? 200 : 404, "body", "" + event.get("rawPath"));
        }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void application() throws Exception {
    Sources.compile(folder.resolve("classes"), MAPPING, HANDLER);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Front:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: classes
              Handler: com.example.Front::handle
              Runtime: java25
              MemorySize: 1769
              Timeout: 20
              Events:
                Proxy: {Type: HttpApi, Properties: {Path: '/{proxy+}', Method: ANY}}
        """);
  }

  private Transcript run(String command, Object... more) {
    List<Object> words = new ArrayList<>(List.of(command, folder));
    words.addAll(List.of(more));
    return Transcript.of(words.toArray());
  }

  private static int count(String text, String part) {
    return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
  }

  private static final String WORK =
      ": what follows is of this answer, and not of its work. Remedy: give an event that it can"
          + " serve with --event, and data for it with --seed or --before";

  private static final String SAID = "warning: Front answers 404 to its event";
  private static final String MISSED = SAID + " (its body: /unknown)" + WORK;

  private static final String UNKNOWN = "{\"rawPath\": \"/unknown\"}";

  @Test
  void several_events_that_a_function_does_not_serve_are_told_in_few_words() {
    assertEquals(
        "the event as the route ANY / of R would send it (404), nor as the route ANY /{a} of R (500)",
        FirstAnswers.listed(
            List.of(
                "the event as the route ANY / of R would send it (404)",
                "the event as the route ANY /{a} of R would send it (500)")));
  }

  @Test
  void of_events_that_nobody_has_written_one_is_taken_that_is_answered() {
    Transcript invoke = run("invoke");
    assertTrue(invoke.out().contains("\"statusCode\":200"), invoke.out() + invoke.err());
    assertTrue(
        invoke.err().contains("Front does not serve the event as the route ANY /{proxy+}"),
        invoke.err());
    assertTrue(invoke.err().contains("/a-page-of-another-stage"), invoke.err());
    assertTrue(
        invoke.err().contains("(GET /orders, from com.example.Front.orders) would send it"),
        invoke.err());
    assertFalse(invoke.err().contains("answers 404"), invoke.err());
  }

  @Test
  void an_error_is_told_once_and_before_the_response() {
    Transcript invoke = run("invoke", "--event", UNKNOWN);
    assertEquals(1, count(invoke.err(), SAID + WORK), invoke.err());
    assertFalse(invoke.err().contains("--expect-status"), invoke.err());
  }

  @Test
  void an_explanation_within_a_bench_does_not_tell_again_what_the_bench_has_told()
      throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    Progress progress =
        new Progress() {
          @Override
          public void lines(String text) {
            told.add(text);
          }
        };
    WhyRequest request =
        WhyRequest.of(
                SourceChoice.of(folder),
                FunctionChoice.of(Optional.of("Front")),
                folder.resolve("why"))
            .with()
            .event(EventChoice.of(Optional.of(UNKNOWN)))
            .runs(1)
            .build();
    WhyJob.explain(request, progress, true);
    assertFalse(told.toString().contains("answers 404"), told.toString());
  }

  @Test
  void a_bench_tells_it_before_it_measures_with_the_option_that_it_has() {
    Transcript bench =
        run("bench", "--event", UNKNOWN, "--runs", 1, "--out", folder.resolve("bench"));
    assertEquals(
        1, count(bench.err(), MISSED + "; if it is meant: --expect-status 404"), bench.err());
    assertEquals(1, count(bench.out(), "answered 404"), bench.out());
    Transcript meant =
        run(
            "bench",
            "--event",
            UNKNOWN,
            "--runs",
            1,
            "--out",
            folder.resolve("meant"),
            "--expect-status",
            404);
    assertFalse(meant.err().contains("answers 404"), meant.err());
  }

  @Test
  void the_cause_in_the_functions_log_is_told_with_the_answer() {
    Transcript bench =
        run(
            "bench",
            "--event",
            "{\"rawPath\": \"/missing\"}",
            "--runs",
            1,
            "--out",
            folder.resolve("missing"));
    String reason =
        "its log: a.ResourceNotFoundException: Cannot do operations on a non-existent table";
    String missing = "; the function asked DynamoDB for a table that does not exist;";
    assertTrue(
        bench.err().contains("Front answers 404 to its event (" + reason + missing), bench.err());
    assertEquals(1, count(bench.err(), reason), bench.err());
    assertTrue(bench.out().replaceAll("\\s+", " ").contains("; " + reason), bench.out());
  }

  @Thorough("A fix, an explanation and a comparison; the tests beside it show the one code path")
  @Test
  void fix_why_and_package_tell_it_first_as_well() throws Exception {
    Transcript fix =
        run("fix", "--event", UNKNOWN, "--safe", "--budget", "1s", "--out", folder.resolve("fix"));
    assertEquals(
        1,
        count(
            fix.err(),
            "warning: Front answers 404 to the event that --event gives (/unknown) (its body: /unknown)"),
        fix.err());
    assertTrue(
        fix.err().indexOf("answers 404") < fix.err().indexOf("trying ")
            || !fix.err().contains("trying "),
        fix.err());
    Transcript why = run("why", "--event", UNKNOWN, "--runs", 1, "--out", folder.resolve("why"));
    assertEquals(1, count(why.err(), MISSED), why.err());
    assertTrue(
        Files.readString(folder.resolve("why/why.json")).contains("Front answers 404"), why.err());
    Transcript compared =
        run(
            "package",
            "--compare",
            "--event",
            UNKNOWN,
            "--runs",
            1,
            "--out",
            folder.resolve("compared"));
    assertEquals(
        1,
        count(
            compared.err(),
            "warning: Front answers 404 to the event that --event gives (/unknown)"),
        compared.err());
    assertTrue(count(compared.out(), "answered 404") <= 1, compared.out());
    assertFalse(compared.out().contains("--expect-status"), compared.out());
  }

  private static final String MAILER =
      """
      package com.example;
      import java.util.*;
      public class Mailer {
        public Map<String, Object> handle(Map<String, Object> event) {
          List<Map<String, Object>> failed = new ArrayList<>();
          for (Object each : (List<?>) event.get("Records")) {
            Map<?, ?> mail = (Map<?, ?>) each;
            if (!String.valueOf(mail.get("body")).contains("subject")) {
              failed.add(Map.of("itemIdentifier", mail.get("messageId")));
            }
          }
          return Map.of("batchItemFailures", failed);
        }
      }
      """;

  @Test
  void records_that_a_function_reports_as_failed_are_told_as_an_error_is() throws Exception {
    Sources.compile(folder.resolve("classes"), MAILER);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Mails: {Type: AWS::SQS::Queue}
          Mailer:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: classes
              Handler: com.example.Mailer::handle
              Runtime: java25
              MemorySize: 1769
              Timeout: 20
              Events:
                Mail:
                  Type: SQS
                  Properties:
                    Queue: !GetAtt Mails.Arn
                    FunctionResponseTypes: [ReportBatchItemFailures]
        """);
    String told = "warning: Mailer reports 1 failed record (batchItemFailures) to its event";
    Transcript invoke = run("invoke");
    assertEquals(1, count(invoke.err(), told), invoke.err());
    assertTrue(invoke.err().contains("--event or in events/Mailer.json"), invoke.err());
    Transcript bench = run("bench", "--runs", 1, "--out", folder.resolve("bench"));
    assertEquals(
        1,
        count(bench.err(), "warning: Mailer reports 1 failed record (batchItemFailures) to the"),
        bench.err());
    assertFalse(bench.err().contains("--expect-status"), bench.err());
    String served = invoke("{\"Records\": [{\"messageId\": \"1\", \"body\": \"subject\"}]}");
    assertFalse(served.contains("warning"), served);
  }

  private String invoke(String event) {
    return run("invoke", "--event", event).err();
  }

  @Test
  void a_remedy_names_the_file_that_is_read_and_not_the_path_of_a_construct() {
    FunctionDefinition function =
        SourceChoice.of(folder).read().functions().getFirst().withTitle(Optional.of("Api/Front"));
    byte[] failed = "{\"batchItemFailures\": [{\"itemIdentifier\": \"1\"}]}".getBytes(UTF_8);
    Warning refusal =
        FirstAnswers.refused(
                function,
                "its event",
                new byte[0],
                new InvocationOutcome.Success(failed),
                Optional.empty(),
                Optional.empty())
            .orElseThrow();
    assertTrue(
        refusal.message().startsWith("Api/Front reports 1 failed record"), refusal.message());
    assertTrue(refusal.remedy().contains(" or in events/Front.json,"), refusal.remedy());
  }
}
