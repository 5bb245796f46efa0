package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.live.OfferedEvent;
import thaw.live.RequestAddress;
import thaw.presentation.text.Text;

class RequestAddressesTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Shop:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: .
            Handler: a.B::c
            Events:
              Get: {Type: HttpApi, Properties: {Path: '/pets/{id}', Method: get}}
              Put: {Type: HttpApi, Properties: {Path: /pets, Method: put}}
              Else: {Type: HttpApi}
        Orders:
          Type: AWS::SQS::Queue
          Properties: {QueueName: orders}
      """;

  @TempDir Path folder;

  private Application application() throws IOException {
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    return ApplicationReader.read(folder, ReadOptions.defaults());
  }

  @Test
  void each_route_queue_url_and_function_has_a_command() throws IOException {
    List<RequestAddress> all =
        new RequestAddresses(
                new Addresses(
                    application(),
                    "http://127.0.0.1:3001",
                    Map.of("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9324"),
                    _ -> "http://127.0.0.1:3000"),
                () -> List.of("Shop"),
                () -> List.of("Shop"))
            .all();
    List<String> commands = all.stream().map(RequestAddress::command).toList();
    assertTrue(commands.contains("curl http://127.0.0.1:3000/pets/1"), commands::toString);
    assertTrue(commands.contains("curl -X PUT http://127.0.0.1:3000/pets"), commands::toString);
    assertTrue(commands.contains("curl http://127.0.0.1:3000/"), commands::toString);
    assertTrue(commands.contains("curl http://127.0.0.1:3001/_thaw/url/Shop/"), commands::toString);
    assertTrue(
        commands.stream()
            .anyMatch(command ->
                command.contains("sqs send-message --endpoint-url http://127.0.0.1:9324")),
        commands::toString);
    assertTrue(
        commands.getLast().contains("--endpoint-url http://127.0.0.1:3001 --function-name Shop"),
        commands::toString);
  }

  @Test
  void a_word_that_a_shell_would_read_is_quoted() {
    assertEquals("plain-1/2", Text.quoted("plain-1/2"));
    assertEquals("'a b$(c)'", Text.quoted("a b$(c)"));
    assertEquals("'it'\\''s'", Text.quoted("it's"));
  }

  @Test
  void the_projects_events_are_offered_its_own_first_and_the_implied_one_last() throws IOException {
    ProjectEvents events = new ProjectEvents(application());
    assertEquals(1, events.of("Shop").size());
    Files.createDirectories(folder.resolve("events"));
    Files.writeString(folder.resolve("events/Another.json"), "1");
    Files.writeString(folder.resolve("events/Shop.json"), "2");
    Files.writeString(folder.resolve("events/notes.txt"), "3");
    Files.createDirectories(folder.resolve("events/folder.json"));
    Files.write(folder.resolve("events/huge.json"), new byte[300 * 1024]);
    List<OfferedEvent> all = events.of("Shop");
    assertEquals(
        List.of("events/Shop.json", "events/Another.json"),
        all.stream().map(OfferedEvent::name).limit(2).toList());
    assertEquals(3, all.size());
    assertTrue(all.getLast().name().startsWith("as "), all.getLast()::name);
    assertEquals(2, events.of("unknown").size());
  }
}
