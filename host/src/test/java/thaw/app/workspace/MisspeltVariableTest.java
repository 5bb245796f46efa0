package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    Transcript invoked = Transcript.of("invoke", folder, "--event", "{}");
    return invoked.err().lines().filter(line -> line.contains("reads the variable")).toList();
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
