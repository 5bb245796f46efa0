package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.live.OfferedEvent;

class ProjectEventsTest {
  private static final int LARGEST = 256 * 1024;

  @TempDir Path folder;
  private Path project;
  private Path events;

  @BeforeEach
  void project() throws IOException {
    project = Files.createDirectories(folder.resolve("project"));
    events = project.resolve("events");
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Shop:
            Type: AWS::Serverless::Function
            Properties: {FunctionName: shop, Runtime: java25, CodeUri: ., Handler: 'a.B::c'}
        """);
  }

  private List<OfferedEvent> offered() {
    return new ProjectEvents(ApplicationReader.read(project, ReadOptions.defaults()))
        .of("shop").stream().filter(event -> event.name().startsWith("events/")).toList();
  }

  private void write(String name, int bytes) throws IOException {
    Files.createDirectories(events);
    Files.writeString(events.resolve(name), " ".repeat(bytes));
  }

  @Test
  void files_that_are_called_like_the_function_come_first() throws IOException {
    write("a.json", 1);
    write("shop.json", 2);
    write("b.txt", 3);
    write("large.json", LARGEST + 1);
    assertEquals(
        List.of("events/shop.json", "events/a.json"),
        offered().stream().map(OfferedEvent::name).toList());
  }

  @Test
  void all_together_are_limited_and_those_of_the_function_are_read_before() throws IOException {
    for (int i = 0; i < 9; i++) {
      write("a" + i + ".json", LARGEST);
    }
    write("shop.json", LARGEST);
    List<OfferedEvent> offered = offered();
    assertEquals("events/shop.json", offered.getFirst().name());
    assertEquals(1024 * 1024, offered.stream().mapToInt(event -> event.text().length()).sum());
  }

  @Test
  void no_link_leads_out_of_the_project() throws IOException {
    Path secret = Files.writeString(folder.resolve("credentials"), "secret");
    write("own.json", 1);
    Files.createSymbolicLink(events.resolve("stolen.json"), secret);
    assertEquals(List.of("events/own.json"), offered().stream().map(OfferedEvent::name).toList());
  }

  @Test
  void nor_does_a_link_in_place_of_the_folder() throws IOException {
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("stolen.json"), "secret");
    Files.createSymbolicLink(events, elsewhere);
    assertTrue(offered().isEmpty(), () -> offered().toString());
  }
}
