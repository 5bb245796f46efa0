package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.remedy.state.StaticFields;

class StaticFieldsTest {
  private static final String CLIENT =
      """
      package software.amazon.awssdk.core;
      public interface SdkClient extends AutoCloseable {
        static SdkClient create() { return () -> {}; }
      }
      """;

  private static final String LAZY =
      """
      package example;

      import java.util.ArrayList;
      import java.util.List;

      public class Handler {
        /* Made late. */
        private List<String> names; // all of them

        public int handle(String event) {
          int size = event.length(); // of the event
          if (names == null) {
            names = new ArrayList<>(List.of("a", "b"));
          }
          return size + names.size();
        }
      }
      """;

  @TempDir Path folder;

  private List<StaticFields.Proposal> proposals(String handler) throws Exception {
    Path sources = folder.resolve("src/main/java");
    Files.createDirectories(sources.resolve("example"));
    Files.createDirectories(sources.resolve("software/amazon/awssdk/core"));
    Files.writeString(sources.resolve("example/Handler.java"), handler);
    Files.writeString(sources.resolve("software/amazon/awssdk/core/SdkClient.java"), CLIENT);
    Files.writeString(
        sources.resolve("example/Settings.java"),
        """
        package example;
        class Settings {
          static String last;
          static final String FIXED = System.getProperty("user.dir");
          static java.util.List<String> ofLast() { return java.util.List.of(last); }
        }
        """);
    return StaticFields.of(JavaSources.read(folder, sources, List.of()), "example.Handler");
  }

  @Test
  void a_lazily_made_field_becomes_static_and_all_else_keeps_its_bytes() throws Exception {
    String expected =
        LAZY.replace(
                "private List<String> names;",
                "private static final List<String> names = new ArrayList<>(List.of(\"a\", \"b\"));")
            .replace(
                """
                    if (names == null) {
                      names = new ArrayList<>(List.of("a", "b"));
                    }
                """,
                "");
    List<StaticFields.Proposal> proposals = proposals(LAZY);

    assertEquals(1, proposals.size());
    assertEquals(expected, proposals.getFirst().edit().in(LAZY).orElseThrow());
    assertEquals(12, proposals.getFirst().line());
    assertEquals(Path.of("src/main/java/example/Handler.java"), proposals.getFirst().edit().file());
  }

  @Test
  void a_setter_that_an_annotation_processor_makes_is_no_setting_of_the_jvm() throws Exception {
    String other = "\n  void put(Pet pet) { pet.setName(\"a\"); }\n\n  static class Pet {}\n}\n";

    assertEquals(1, proposals(LAZY.stripTrailing().replaceAll("}$", other)).size());
  }

  @Test
  void after_the_change_there_is_nothing_to_propose() throws Exception {
    String after = proposals(LAZY).getFirst().edit().in(LAZY).orElseThrow();

    assertEquals(List.of(), proposals(after));
  }

  /** What the event, the object or other code decides; what is closed; what is written twice. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "names = List.of(event);",
        "names = List.of(Settings.last);",
        "names = Settings.ofLast();",
        "names = own();",
        "names = new ArrayList<>(this.copy);",
        "names = List.of(); copy = names;",
        "// why\n      names = List.of();"
      })
  void what_init_cannot_know_is_left_in_the_handler(String write) throws Exception {
    String handler =
        LAZY.replace("names = new ArrayList<>(List.of(\"a\", \"b\"));", write)
            .replace(
                "  public int",
                """
                  private List<String> copy = List.of();

                  private List<String> own() { return copy; }

                  public int\
                """);

    assertEquals(List.of(), proposals(handler));
  }

  @Test
  void a_field_that_is_written_elsewhere_or_under_a_condition_stays() throws Exception {
    String reset = LAZY.replace("return size", "if (size > 9) names = null;\n    return size");
    String conditional =
        LAZY.replace("if (names", "if (size > 3) {\n    if (names")
            .replace("    return size", "    }\n    if (names == null) return 0;\n    return size");

    assertEquals(List.of(), proposals(reset));
    assertEquals(List.of(), proposals(conditional));
  }

  private static String local(String use) {
    return """
    package example;

    import software.amazon.awssdk.core.SdkClient;

    /** Uses a client. */
    public class Handler {
      /** What it does. */
      public String handle(String event) throws Exception {
        SdkClient client = SdkClient.create();
    %s
      }
    }
    """
        .formatted(use.indent(4).stripTrailing());
  }

  @Test
  void a_client_made_for_each_event_becomes_a_static_field() throws Exception {
    String before = local("return event + client;");
    String expected =
        before
            .replace("    SdkClient client = SdkClient.create();\n", "")
            .replace(
                "public class Handler {\n",
                """
                public class Handler {
                  private static final SdkClient client = SdkClient.create();

                """);
    List<StaticFields.Proposal> proposals = proposals(before);

    assertEquals(1, proposals.size());
    assertEquals(expected, proposals.getFirst().edit().in(before).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client.close();\nreturn event;",
        "try (client) { return event; }",
        "try (SdkClient other = client) { return event; }"
      })
  void a_client_that_is_closed_stays(String use) throws Exception {
    assertEquals(List.of(), proposals(local(use)));
  }

  @Test
  void a_client_that_only_some_events_need_stays() throws Exception {
    String handler =
        local("return event + client;")
            .replace("    SdkClient", "    if (event == null) return null;\n    SdkClient");

    assertEquals(List.of(), proposals(handler));
  }
}
