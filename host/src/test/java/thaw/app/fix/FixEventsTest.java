package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.shared.Progress;
import thaw.cli.Transcript;
import thaw.experiment.Warning;
import thaw.explanation.FixSubject;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.SandboxHost;

/** What trains and checks a function when nobody gives an event. */
@SideBySide
class FixEventsTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Pets:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: app.jar
            Handler: com.example.Handler::handle
            Runtime: java25
            MemorySize: 1024
            Events:
              Get: {Type: Api, Properties: {Path: '/pets/{id}', Method: get}}
              Bad: {Type: Api, Properties: {Path: /bad, Method: get}}
              Every: {Type: Schedule, Properties: {Schedule: rate(1 minute)}}
      """;

  private static final String HANDLER =
      """
      package com.example;
      import java.util.*;
      public class Handler {
        public Map<String, Object> handle(Map<String, Object> event) {
          if ("/bad".equals(event.get("path"))) {
            throw new IllegalStateException("not this one");
          }
          return Map.of("statusCode", 200, "body", UUID.randomUUID().toString());
        }
      }
      """;

  @TempDir Path folder;

  private FixEvents usual() {
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    FunctionDefinition function = application.functions().getFirst();
    return FixEvents.usual(application, function, function.code());
  }

  private void template() throws Exception {
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(classes, HANDLER);
    Sources.jar(classes, folder.resolve("app.jar"));
  }

  @Test
  void there_is_one_of_each_source_that_the_template_names() throws Exception {
    template();
    FixEvents events = usual();
    assertTrue(events.generated());
    assertEquals(3, events.texts().size());
    assertTrue(
        events.names().getFirst().startsWith("the event as the route GET /bad of"),
        events.names().toString());
    assertTrue(events.names().getLast().contains("schedule"), events.names().toString());
    assertEquals(
        "/pets/1", new ObjectMapper().readTree(events.texts().get(1)).path("path").asText());
  }

  @Test
  void an_own_event_is_the_only_one() throws Exception {
    template();
    Path own = Files.createDirectories(folder.resolve("events")).resolve("Pets.json");
    Files.writeString(own, "{\"id\": 7}");
    FixEvents events = usual();
    assertFalse(events.generated());
    assertEquals(1, events.texts().size());
    assertEquals("{\"id\": 7}", new String(events.texts().getFirst(), StandardCharsets.UTF_8));
  }

  @Test
  void events_that_the_project_keeps_come_before_those_that_a_queue_implies() throws Exception {
    template();
    Path file = folder.resolve("template.yaml");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst(
                "(?s)( +Events:\\n).*",
                "$1        Sqs: {Type: SQS, Properties: {Queue: 'arn:aws:sqs:eu-west-1:123456789012:pets'}}\n"
                    + "        Every: {Type: Schedule, Properties: {Schedule: rate(1 minute)}}\n"));
    Path events = Files.createDirectories(folder.resolve("src/test/resources/events"));
    for (String name : List.of("first", "second")) {
      Files.writeString(
          events.resolve(name + ".json"),
          "{\"Records\": [{\"eventSource\": \"aws:sqs\", \"body\": \"%s\"}]}".formatted(name));
    }
    FixEvents usual = usual();
    assertEquals(
        List.of(
            "its event src/test/resources/events/first.json",
            "its event src/test/resources/events/second.json"),
        usual.names().subList(0, 2));
    assertTrue(
        usual.names().get(2).contains("schedule"), "which no file is like: " + usual.names());
    assertEquals(Set.copyOf(usual.names().subList(0, 2)), usual.recorded());
    assertEquals(List.of(), usual.unused());
    String remark = usual.remark().orElseThrow();
    assertTrue(
        usual.names().stream().allMatch(remark::contains), "all that it gets are told: " + remark);
    assertTrue(usual.generated(), "what the function does not serve is left out");

    for (int i = 0; i < 8; i++) {
      Files.copy(events.resolve("first.json"), events.resolve("more-" + i + ".json"));
    }
    FixEvents most = usual();
    assertEquals(8, most.names().size());
    assertTrue(most.names().getLast().contains("schedule"), most.names().toString());
    assertEquals(3, most.unused().size(), most.unused().toString());
  }

  @Test
  void what_is_answered_with_an_error_is_left_out_where_another_is_served() throws Exception {
    template();
    List<String> said = new ArrayList<>();
    FixEvents events = usual();
    FixEvents served =
        events.served(
            List.of(
                answer(404), answer(200), new InvocationOutcome.Failure("E", "no", new byte[0])),
            _ -> Optional.of("its log: no such pet"),
            saying(said));
    assertEquals(List.of(events.names().get(1)), served.names());
    assertEquals(2, said.size(), said.toString());
    assertTrue(
        said.getFirst().startsWith("left out: the function answers 404 to")
            && said.getFirst().strip().endsWith("(its log: no such pet)"),
        said.toString());
    FixEvents none =
        events.served(
            List.of(answer(404), answer(400), answer(500)), _ -> Optional.empty(), saying(said));
    assertEquals(events.names(), none.names());
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    Warning refusal =
        none.refusal(application.functions().getFirst(), answer(404), Optional.of("its log: x"))
            .orElseThrow();
    assertTrue(
        refusal.message().startsWith("Pets answers 404 to the event as the route GET /bad of"),
        refusal.message());
    assertTrue(refusal.message().endsWith(" would send it (its log: x)"), refusal.message());
    assertEquals(
        "give an event that it can serve with --event, and data for it with --seed or --before",
        refusal.remedy());
  }

  @Test
  void a_long_name_is_shortened_in_a_line_unless_another_were_the_same() {
    String of = "the event as the route ANY /{proxy+} of Api (GET /%s/orders) would send it";
    String path = "a-path-of-some-length/".repeat(4);
    FixEvents events =
        new FixEvents(
            List.of(new byte[0], new byte[0], new byte[0]),
            List.of(
                "event 1",
                of.formatted(path + "x"),
                "the event as the route GET /pets of Api would send it"),
            true);
    assertEquals("at event 1", events.line("at %s", 0));
    assertEquals(
        "the function answers 404 to the queue or so at GET /…/x/orders",
        events.line("the function answers 404 to the queue or so at %s", 1));
    String route = "at GET /pets of Api, in a line with so many other words that it is not whole";
    assertEquals(route, events.line(route.replace("GET /pets of Api", "%s"), 2));
    String words = "the response to %s varies: members and types are compared";
    assertEquals(words.formatted("GET /pets of Api"), events.line(words, 2));
    assertTrue(events.line(words, 1).length() <= 80, events.line(words, 1));
    List<String> alike = List.of(of.formatted(path + "x"), of.formatted(path + path + "x"));
    FixEvents both = new FixEvents(List.of(new byte[0], new byte[0]), alike, true);
    assertEquals(alike, List.of(both.line("%s", 0), both.line("%s", 1)));
  }

  @Test
  void an_error_at_a_further_event_that_was_given_is_told_with_its_reason() throws Exception {
    List<String> said = new ArrayList<>();
    FixEvents given =
        new FixEvents(
            List.of(new byte[0], new byte[0], new byte[0]),
            List.of("the event ok.json", "the event bad.json", "the event good.json"),
            false);
    assertEquals(
        given,
        given.served(
            List.of(answer(404), answer(500), answer(200)),
            _ -> Optional.of("its log: a.FullException: queue"),
            saying(said)));
    assertEquals(
        List.of(
            "warning: the function answers 500 to the event bad.json (its log: a.FullException: queue)"),
        said);
  }

  @Test
  void what_an_api_makes_a_502_of_is_no_answer_that_counts() throws Exception {
    template();
    List<String> said = new ArrayList<>();
    FixEvents events = usual();
    InvocationOutcome text =
        new InvocationOutcome.Success("\"ok\"".getBytes(StandardCharsets.UTF_8));
    FixEvents served =
        events.served(List.of(text, answer(200), text), _ -> Optional.empty(), saying(said));
    assertEquals(List.of(events.names().get(1), events.names().get(2)), served.names());
    assertTrue(
        said.getFirst().startsWith("left out: the function makes API Gateway answer 502 to"),
        said.toString());
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    Warning refusal =
        events.refusal(application.functions().getFirst(), text, Optional.empty()).orElseThrow();
    assertTrue(
        refusal.message().startsWith("Pets makes API Gateway answer 502 to the event as the route"),
        refusal.message());
    assertEquals("it is not a JSON object with a statusCode", refusal.evidence());
  }

  @Test
  void a_result_names_the_measured_event_its_answer_and_those_that_are_not_measured()
      throws Exception {
    template();
    FixSubject.Events all =
        usual()
            .served(
                List.of(answer(404), answer(200), answer(204)),
                _ -> Optional.empty(),
                saying(new ArrayList<>()))
            .toldOf(answer(200));
    assertTrue(all.measured().contains("GET /pets/{id}"), all.measured());
    assertTrue(all.isMade());
    assertEquals("answers 200", all.answer().orElseThrow());
    String remark = usual().remark().orElseThrow();
    assertEquals(2, remark.split("would send", -1).length, remark);
    assertTrue(remark.contains(", and as "), remark);
    assertEquals(1, all.trained().size(), all.trained().toString());
    assertTrue(all.unused().getFirst().endsWith("(answers 404)"), all.unused().toString());

    Path events = Files.createDirectories(folder.resolve("events"));
    Files.writeString(
        events.resolve("Pets.json"), "{\"httpMethod\": \"GET\", \"path\": \"/health\"}");
    Files.writeString(events.resolve("large.json"), "{}");
    FixSubject.Events own = usual().toldOf(answer(200));
    assertEquals("its event events/Pets.json (GET /health)", own.measured());
    assertFalse(own.isMade());
    assertEquals("the event events/large.json", own.unused().getLast());
    assertEquals(4, own.unused().size(), own.unused().toString());
  }

  @Test
  void an_answer_without_a_status_is_told_with_what_an_api_makes_of_it() {
    String rest = "{\"httpMethod\": \"GET\", \"requestContext\": {}}";
    String older = "{\"version\": \"1.0\", \"httpMethod\": \"GET\", \"requestContext\": {}}";
    String http = "{\"version\": \"2.0\", \"requestContext\": {}}";
    String sent = " without a statusCode, which API Gateway sends with 200";

    assertEquals("answers an object" + sent, told(rest, "{\"body\": \"a\"}"));
    assertEquals(
        "answers \"ok\", of which API Gateway makes a 502: it is not a JSON object with a statusCode",
        told(rest, "\"ok\""));
    assertTrue(told(rest, "{\"id\": 7}").contains("an object with id, of which"));
    assertTrue(
        told(older, "{\"body\": \"a\"}").contains("API Gateway makes a 500: it has no status"));
    assertEquals("answers a value" + sent, told(http, "\"ok\""));
    assertEquals("answers 200", told(http, "{\"statusCode\": 200}"));
    assertEquals("answers null", told("{\"Records\": []}", "null"));
    assertEquals("answers a list", told("{}", "[1]"));
    assertEquals("answers 201", told("{}", "{\"statusCode\": 201}"));
  }

  private static String told(String event, String answer) {
    return FixEvents.given(List.of(event.getBytes(StandardCharsets.UTF_8)))
        .toldOf(new InvocationOutcome.Success(answer.getBytes(StandardCharsets.UTF_8)))
        .answer()
        .orElseThrow();
  }

  @Test
  void an_event_that_somebody_has_recorded_is_not_told_as_made_by_thaw() throws Exception {
    template();
    Path file = Files.createDirectories(folder.resolve("events")).resolve("seven.json");
    Files.writeString(
        file, "{\"resource\": \"/pets/{id}\", \"httpMethod\": \"GET\", \"path\": \"/pets/7\"}");
    FixEvents events = usual();
    int recorded =
        events.texts().stream()
            .map(each -> new String(each, StandardCharsets.UTF_8))
            .toList()
            .indexOf(Files.readString(file));
    List<InvocationOutcome> answers = new ArrayList<>();
    for (int i = 0; i < events.texts().size(); i++) {
      answers.add(answer(i == recorded ? 200 : 404));
    }
    FixSubject.Events told =
        events
            .served(answers, _ -> Optional.empty(), saying(new ArrayList<>()))
            .toldOf(answer(200));
    assertTrue(told.measured().contains("seven.json"), told.measured());
    assertFalse(told.isMade(), told.measured());
  }

  @Test
  void an_event_of_a_file_of_the_project_is_not_told_as_made_by_thaw() throws Exception {
    Files.createDirectories(folder.resolve("code"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Resources:
          Greet:
            Type: AWS::Serverless::Function
            Properties: {Runtime: java25, Handler: a.Greet, CodeUri: code}
        """);
    Path resources = Files.createDirectories(folder.resolve("src/test/resources"));
    assertTrue(usual().toldOf(answer(200)).isMade());
    Files.writeString(resources.resolve("Greet.json"), "{\"name\": \"a\"}");
    FixSubject.Events told = usual().toldOf(answer(200));
    assertEquals("its event src/test/resources/Greet.json", told.measured());
    assertFalse(told.isMade());
  }

  @Test
  void events_that_the_command_names_have_the_names_of_their_files() throws Exception {
    template();
    Path file = Files.writeString(folder.resolve("big.json"), "{\"rawPath\": \"/pets\"}");
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    FunctionDefinition function = application.functions().getFirst();
    FixEvents events =
        FixEvents.of(
            application,
            function,
            List.of("" + file, "{}", "{\"a\": 1}"),
            Optional.empty(),
            function.code());
    assertTrue(events.names().getFirst().startsWith("the event " + file), "" + events.names());
    assertEquals("the event that --event gives", events.names().get(1));
    assertEquals(3, events.byName().size(), "" + events.names());
  }

  private static Progress saying(List<String> said) {
    return new Progress() {
      @Override
      public void lines(String text) {
        said.add(text.strip());
      }
    };
  }

  private static InvocationOutcome answer(int status) {
    return new InvocationOutcome.Success(
        ("{\"statusCode\": " + status + "}").getBytes(StandardCharsets.UTF_8));
  }

  @Thorough("It runs one more fix, with an event that the function cannot serve")
  @Test
  @Tag("linux")
  void what_the_function_cannot_serve_is_left_out_and_what_varies_is_named() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    template();
    Path out = folder.resolve("out");
    Transcript fix = Transcript.of("fix", folder, "--safe", "--budget", "1s", "--out", out);
    assertTrue(fix.exit() < 2, fix.err());
    assertTrue(fix.err().contains("left out: the function fails at GET /bad"), fix.err());
    assertTrue(fix.err().contains("the response to GET /pets/{id} varies:"), fix.err());
    List<String> kept = new ArrayList<>();
    new ObjectMapper()
        .readTree(out.resolve(FixKept.NAME).toFile())
        .path("events")
        .forEach(event -> kept.add(event.asText()));
    assertEquals(2, kept.size(), kept.toString());
    assertTrue(kept.getFirst().contains("/pets/1"), kept.toString());
  }
}
