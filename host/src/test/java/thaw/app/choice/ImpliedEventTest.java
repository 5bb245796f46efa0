package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.Sources;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

/** A jar that nobody has said anything of. */
class ImpliedEventTest {
  private static final String EVENT =
      "package com.amazonaws.services.lambda.runtime.events; public class SQSEvent {}";
  private static final String HANDLER =
      "package com.example; import com.amazonaws.services.lambda.runtime.*;"
          + " import com.amazonaws.services.lambda.runtime.events.SQSEvent;"
          + " public class Take implements RequestHandler<SQSEvent, String> {"
          + " public String handleRequest(SQSEvent event, Context context) { return \"\"; } }";

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();

  private Application project() throws Exception {
    Path classes = Sources.compile(folder.resolve("target/classes"), EVENT, HANDLER);
    Files.writeString(folder.resolve("pom.xml"), "<project/>");
    Path jar = Sources.jar(classes, folder.resolve("target/app.jar"));
    return ApplicationReader.read(jar, ReadOptions.defaults());
  }

  private String event(Application application) {
    byte[] event =
        EventChoice.usual().of(application, application.functions().getFirst(), said::add);
    return new String(event, StandardCharsets.UTF_8);
  }

  @Test
  void its_handler_gets_an_event_of_the_type_that_it_takes() throws Exception {
    String event = event(project());
    assertEquals(
        "aws:sqs", new ObjectMapper().readTree(event).at("/Records/0/eventSource").asText(), event);
    assertTrue(
        said.getFirst().contains("gets an event as a sender of SQSEvent would send it"),
        said.toString());
  }

  @Test
  void a_plain_class_that_takes_a_string_is_found_and_gets_a_string() throws Exception {
    Path classes =
        Sources.compile(
            folder.resolve("target/classes"),
            "package com.example; public class Greeter {"
                + " public String greet(String name) { return \"hello, \" + name; } }");
    Path jar = Sources.jar(classes, folder.resolve("target/app.jar"));
    Application application = ApplicationReader.read(jar, ReadOptions.defaults());
    assertEquals("com.example.Greeter::greet", application.functions().getFirst().handler());
    assertEquals("\"hello\"", event(application));
    assertTrue(said.getFirst().contains("takes String"), said.toString());
  }

  @Test
  void its_project_s_events_come_first() throws Exception {
    String own = "{\"Records\": [{\"eventSource\": \"aws:sqs\"}]}";
    Files.createDirectories(folder.resolve("events"));
    Files.writeString(folder.resolve("events/event.json"), own);
    assertEquals(own, event(project()));
    assertTrue(said.getFirst().endsWith("gets its event events/event.json"), said.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"target", "build/libs", ".aws-sam/build", "cdk.out"})
  void its_event_is_kept_where_no_clean_build_removes_it(String output) throws Exception {
    Path classes = Sources.compile(folder.resolve("classes"), EVENT, HANDLER);
    Path jar = Sources.jar(classes, folder.resolve(output).resolve("app.jar"));
    Application application = ApplicationReader.read(jar, ReadOptions.defaults());
    event(application);
    assertTrue(
        said.getFirst().contains("in " + folder.resolve("events/app.jar.json")), said.toString());
    Files.createDirectories(folder.resolve("events"));
    Files.writeString(folder.resolve("events/app.jar.json"), "{\"own\": true}");
    assertEquals("{\"own\": true}", event(application));
    Path among = Files.createDirectories(folder.resolve(output).resolve("events"));
    Files.writeString(among.resolve("app.jar.json"), "{\"old\": true}");
    assertEquals("{\"old\": true}", event(application));
  }

  /** It was compiled for 17. */
  @Test
  void its_runtime_is_that_of_its_build() throws Exception {
    assertEquals("java17", project().functions().getFirst().runtime());
  }
}
