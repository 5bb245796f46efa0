package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.SourceChoice;
import thaw.app.run.RunJob;
import thaw.app.run.RunListener;
import thaw.app.run.RunRequest;
import thaw.app.run.Server;
import thaw.app.shared.Progress;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;

/** Functions that miss a variable, which the template has under another name. */
@SideBySide
class MisspeltVariableTest {
  private static final String HANDLER =
      """
      package com.example.web;
      import com.example.data.Table;
      public class Handler {
        public String handle(Object event) {
          return Table.NAME.toLowerCase() + System.getenv("AWS_REGION");
        }
      }
      """;

  private static final String TABLE =
      """
      package com.example.data;
      public class Table {
        static final String KEY = "TABLE_NAME";
        public static final String NAME = System.getenv(KEY);
      }
      """;

  @TempDir Path folder;

  private List<String> told(String variables, String... sources) throws Exception {
    write(variables, sources);
    Transcript invoked = Transcript.of("invoke", folder, "--event", "{}");
    return invoked.err().lines().filter(line -> line.contains("reads the variable")).toList();
  }

  private void write(String variables, String... sources) throws Exception {
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(classes, sources);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: %s
              Handler: com.example.web.Handler::handle
              Runtime: java25
              MemorySize: 1769
              Timeout: 20
              Environment: {Variables: {%s}}
        """
            .formatted(classes.getFileName(), variables));
  }

  @Test
  void a_function_that_fails_is_told_which_variable_its_template_misspells() throws Exception {
    List<String> expected =
        List.of(
            "F reads the variable TABLE_NAME (Table.java:4), which nothing sets; TABEL_NAME, which is"
                + " set, is read nowhere. Remedy: give both the same name");
    assertEquals(expected, told("TABEL_NAME: orders", HANDLER, TABLE));
    String all = "System.getenv().get(KEY)";
    assertEquals(
        expected, told("TABEL_NAME: orders", HANDLER, TABLE.replace("System.getenv(KEY)", all)));
  }

  @Test
  void a_running_function_is_told_once_when_it_has_failed() throws Exception {
    write("TABEL_NAME: orders", HANDLER, TABLE);
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    RunListener listener =
        new RunListener() {
          @Override
          public Progress progress() {
            return new Progress() {
              @Override
              public void line(String text) {
                lines.add(text);
              }
            };
          }
        };
    try (Server server =
            RunJob.start(
                RunRequest.of(SourceChoice.of(folder)).withPort(Optional.of(0)), listener);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server.url() + "/2015-03-31/functions/F/invocations"))
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      client.send(request, HttpResponse.BodyHandlers.ofString());
      client.send(request, HttpResponse.BodyHandlers.ofString());
    }
    assertEquals(
        1,
        lines.stream()
            .filter(line -> line.startsWith("F reads the variable TABLE_NAME (Table.java:4)"))
            .count(),
        lines.toString());
  }

  @Test
  void no_other_variable_is_called_misspelt() throws Exception {
    assertEquals(List.of(), told("QUEUE_URL: orders", HANDLER, TABLE), "no name is near");
    assertEquals(List.of(), told("TABLE_NAME: orders, TABEL_NAME: x", HANDLER, TABLE), "it is set");
    String both = TABLE.replace("KEY);", "KEY), OTHER = System.getenv(\"TABEL_NAME\");");
    assertEquals(
        List.of(), told("TABEL_NAME: orders", HANDLER, both), "the other one is read, too");
    String annotated =
        TABLE.replace("public class", "@Deprecated(since = \"TABEL_NAME\") public class");
    assertEquals(
        List.of(), told("TABEL_NAME: orders", HANDLER, annotated), "a framework may read it");
    String answers = HANDLER.replace("Table.NAME.toLowerCase()", "Table.NAME");
    assertEquals(List.of(), told("TABEL_NAME: orders", answers, TABLE), "it does not fail");
  }
}
