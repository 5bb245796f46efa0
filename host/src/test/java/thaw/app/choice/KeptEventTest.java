package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.runtimeapi.InvocationOutcome;

/** Events that a project has where Thaw writes none. */
class KeptEventTest {
  private static final String FUNCTIONS =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals: {Function: {Runtime: java21, CodeUri: app}}
      Resources:
        GetTask: {Type: AWS::Serverless::Function, Properties: {Handler: "a.get.Handler::handle"}}
        PutTask: {Type: AWS::Serverless::Function, Properties: {Handler: "a.put.Handler::handle"}}
        Take:
          Type: AWS::Serverless::Function
          Properties:
            Handler: a.Take
            Events: {Q: {Type: SQS, Properties: {Queue: !GetAtt Orders.Arn}}}
        Orders: {Type: AWS::SQS::Queue}
      """;

  @TempDir Path folder;

  @BeforeEach
  void a_project() throws IOException {
    Files.writeString(folder.resolve("template.yaml"), FUNCTIONS);
    Files.createDirectories(folder.resolve("app"));
    Files.createFile(folder.resolve("app/build.gradle"));
  }

  private EventChoice.Candidate first(String function) {
    return all(function).getFirst();
  }

  private List<EventChoice.Candidate> all(String function) {
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    return application.functions().stream()
        .filter(each -> each.logicalId().equals(function))
        .map(each -> EventChoice.usual().candidates(application, each, each.code()))
        .findFirst()
        .orElseThrow();
  }

  private String event(String function) {
    return new String(first(function).event(), StandardCharsets.UTF_8);
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.writeString(folder.resolve(file), text);
  }

  @ParameterizedTest
  @CsvSource({
    "app/src/test/resources/get-event.json, get",
    "src/test/resources/GetTask.json, get",
    "app/src/test/resources/events/get.json, get",
    "test-events/getRequest.json, get",
    "get-event.json, get",
    "event.json, any",
    "app/src/test/resources/event.json, any",
    "app/src/test/resources/put-event.json, none",
    "app/src/test/resources/get-response.json, none",
    "app/src/test/resources/invalid-get-event.json, none",
    "app/src/test/resources/tasks.json, none",
    "get.json, none",
  })
  void the_file_that_is_of_a_function_by_its_name_is_its_event(String file, String expected)
      throws IOException {
    write(file, "{\"is\": \"%s\"}".formatted(expected));

    String event = event("GetTask");

    assertEquals(expected.equals("none") ? "{}" : "{\"is\": \"%s\"}".formatted(expected), event);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GetTask", "get-task", "get_task"})
  void a_folder_with_the_functions_name_has_events_of_it(String name) throws IOException {
    write("events/" + name + "/one.json", "{\"is\": 1}");
    write("events/other.json", "{\"is\": 2}");
    assertEquals("{\"is\": 1}", event("GetTask"));
    assertEquals("{}", event("PutTask"));
  }

  @Test
  void each_that_fits_is_tried_and_those_of_failures_last() throws IOException {
    write("app/src/test/resources/events/event-without-detail.json", "{\"a\": 1}");
    write("app/src/test/resources/events/other-event.json", "{\"a\": 2}");
    write("app/src/test/resources/events/get-event.json", "{\"a\": 3}");
    write("app/src/test/resources/events/invalid-event.json", "{\"a\": 4}");
    write("template.yaml", FUNCTIONS.lines().limit(4).collect(Collectors.joining("\n")));
    assertEquals(
        List.of("get-event.json", "other-event.json", "event-without-detail.json"),
        all("GetTask").stream().map(each -> each.name().replaceFirst(".*/", "")).toList());
  }

  @Test
  void the_command_that_invokes_a_function_names_the_file_with_its_event() throws IOException {
    assertEquals("", payload("GetTask"));
    write("app/src/test/resources/get-event.json", "{}");
    assertEquals(
        " --payload fileb://" + folder.resolve("app/src/test/resources/get-event.json"),
        payload("GetTask"));
    write("events/GetTask.json", "{}");
    assertEquals(" --payload fileb://" + folder.resolve("events/GetTask.json"), payload("GetTask"));
  }

  private String payload(String function) {
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    return application.functions().stream()
        .filter(each -> each.logicalId().equals(function))
        .map(each -> EventChoice.payload(application, each))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void where_it_is_from_is_told_in_a_line_and_the_functions_own_file_comes_before()
      throws IOException {
    write("app/src/test/resources/get-event.json", "{\"a\": 1}");
    EventChoice.Candidate kept = first("GetTask");
    assertEquals("its event app/src/test/resources/get-event.json", kept.name());
    assertEquals(
        "GetTask gets the event of app/src/test/resources/get-event.json, which fits it; give your"
            + " own with --event, or in "
            + folder.resolve("events/GetTask.json"),
        kept.remark().orElseThrow());

    write("events/GetTask.json", "{\"own\": 1}");
    assertEquals("{\"own\": 1}", event("GetTask"));
  }

  @Test
  void it_has_the_shape_of_what_feeds_the_function() throws IOException {
    write("app/src/test/resources/take-event.json", "{\"a\": 1}");
    assertTrue(event("Take").contains("aws:sqs"), "it is the queue's own");

    String orders = "{\"Records\": [{\"eventSource\": \"aws:sqs\", \"body\": \"{}\"}]}";
    write("app/src/test/resources/take-orders-event.json", orders);
    assertEquals(orders, event("Take"));
  }

  @ParameterizedTest
  @CsvSource({
    "java.lang.IllegalArgumentException, true",
    "Runtime.BadFunctionCode, false",
    "Runtime.ExitError, false",
    "Sandbox.Timedout, false",
  })
  void another_event_is_no_remedy_for_what_is_no_exception_of_the_handler(
      String type, boolean expected) {
    assertEquals(
        expected,
        EventChoice.isOfEvent(new InvocationOutcome.Failure(type, "message", new byte[0])));
  }

  @Test
  void the_event_for_any_function_is_not_for_one_that_a_queue_sends_others() throws IOException {
    write("events/event.json", "{\"httpMethod\": \"POST\", \"path\": \"/contract\"}");
    EventChoice.Candidate implied = first("Take");
    assertTrue(event("Take").contains("aws:sqs"), event("Take"));
    assertTrue(
        implied.remark().orElseThrow().contains("event.json is no such event"), implied.toString());

    String orders = "{\"Records\": [{\"eventSource\": \"aws:sqs\", \"body\": \"{}\"}]}";
    write("events/event.json", orders);
    assertEquals(orders, event("Take"));
    assertEquals("Take gets its event events/event.json", first("Take").remark().orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({
    "'java.lang.NullPointerException: null', false, false, true",
    "'java.lang.NullPointerException: null', true, false, false",
    "'Runtime.ExitError: exited', false, false, false",
    "'a.ResourceNotFoundException: Requested resource not found', true, true, false",
    "'a.ItemNotFoundException: 7', false, true, true",
    "'java.lang.ClassNotFoundException: a.B', false, false, true",
    "'java.lang.IllegalAccessError: class a.B cannot', false, false, false",
    "'a.AssertionError: 7', false, false, true",
  })
  void the_remedy_names_an_event_or_data_only_where_they_may_be_the_cause(
      String failure, boolean inInit, boolean data, boolean event) {
    String remedy = EventChoice.mending(failure, inInit);

    assertEquals(data, remedy.contains("--seed"), remedy);
    assertEquals(event, remedy.contains("--event"), remedy);
  }

  @Test
  void a_function_that_runs_out_of_time_may_get_more_of_it() {
    String remedy = EventChoice.mending("Sandbox.Timedout: Task timed out after 3.00 s", false);
    assertEquals("mend it first, or give it more time on this machine: --timeout 30", remedy);
  }

  @Test
  void who_has_written_no_event_is_told_how_where_the_function_fails() {
    String remark = first("GetTask").failing().remark().orElseThrow();

    assertTrue(remark.startsWith("GetTask gets the event {}, "), remark);
    assertTrue(remark.endsWith("; it fails at that: " + EventChoice.SERVABLE), remark);
  }
}
