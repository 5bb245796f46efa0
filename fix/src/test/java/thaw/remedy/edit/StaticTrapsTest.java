package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.remedy.state.StaticFields;

/** Projects in which a field that becomes static would be another thing than it was. */
class StaticTrapsTest {
  private static final String CLIENT =
      """
      package software.amazon.awssdk.core;
      public interface SdkClient extends AutoCloseable {
        static SdkClient create() { return () -> {}; }
        static SdkClient of(Object settings) { return () -> {}; }
        void close();
      }
      """;

  /** With a place for members, for the value of the field, and for further classes of the file. */
  private static final String HANDLER =
      """
      package example;

      import java.util.*;
      import java.util.function.*;
      import software.amazon.awssdk.core.SdkClient;

      public class Handler {
        private SdkClient client;
      %s
        public String handle(String event) {
          if (client == null) {
            client = %s;
          }
          return event + client;
        }
      }
      %s
      """;

  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  /** For all: each one would look up the classes of the JDK anew. */
  private static final StandardJavaFileManager COMPILER_FILES =
      JAVAC.getStandardFileManager(null, null, StandardCharsets.UTF_8);

  @AfterAll
  static void close() throws IOException {
    COMPILER_FILES.close();
  }

  @TempDir Path folder;

  private Path sources() {
    return folder.resolve("src/main/java");
  }

  private void file(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<StaticFields.Proposal> proposals(String handler) throws Exception {
    file("src/main/java/example/Handler.java", handler);
    file("src/main/java/software/amazon/awssdk/core/SdkClient.java", CLIENT);
    return StaticFields.of(
        JavaSources.read(folder, sources(), List.of()),
        handler.startsWith("package") || handler.contains("\npackage")
            ? "example.Handler"
            : "Handler");
  }

  private static String handler(String members, String value, String classes) {
    return HANDLER.formatted(members.indent(2).stripTrailing(), value, classes);
  }

  private void assertLeftAlone(String handler) throws Exception {
    assertCompiles(handler, "");
    assertEquals(List.of(), proposals(handler));
  }

  /** The only proposal, which compiles. */
  private String changed(String handler) throws Exception {
    List<StaticFields.Proposal> proposals = proposals(handler);
    assertEquals(1, proposals.size(), handler);
    String after = proposals.getFirst().edit().in(handler).orElseThrow();
    assertCompiles(after, "after the change");
    return after;
  }

  /** A trap that does not compile is none. */
  private void assertCompiles(String handler, String when) throws Exception {
    file("src/main/java/software/amazon/awssdk/core/SdkClient.java", CLIENT);
    file("src/main/java/example/Handler.java", handler);
    StringWriter words = new StringWriter();
    try (Stream<Path> tree = Files.walk(sources())) {
      Path out = Files.createDirectories(folder.resolve("out"));
      List<Path> units = tree.filter(each -> each.toString().endsWith(".java")).toList();
      assertTrue(
          JAVAC
              .getTask(
                  words,
                  COMPILER_FILES,
                  null,
                  List.of("-proc:none", "-d", out.toString()),
                  null,
                  COMPILER_FILES.getJavaFileObjectsFromPaths(units))
              .call(),
          when + " " + words + handler);
    }
  }

  @Test
  void without_a_trap_the_field_becomes_static() throws Exception {
    assertTrue(
        changed(handler("", "SdkClient.create()", ""))
            .contains("  private static final SdkClient client = SdkClient.create();\n"));
  }

  /** Members of the handler | what the value is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // static state that an event decides
        "static final Map<String, String> SETTINGS = new HashMap<>();"
            + " public void other(String e) { SETTINGS.put(e, e); } | SdkClient.of(SETTINGS.get(\"a\"))",
        "static final String[] LAST = {\"\"};"
            + " public void other(String e) { LAST[0] = e; } | SdkClient.of(LAST[0])",
        "enum Registry { INSTANCE; String region; }"
            + " public void other(String e) { Registry.INSTANCE.region = e; }"
            + " | SdkClient.of(Registry.INSTANCE.region)",
        "private static final StringBuilder TEXT = new StringBuilder(); static String text() { return"
            + " TEXT.toString(); } public void other(String e) { TEXT.append(e); } | SdkClient.of(text())",
        "static String last; static String last() { return last; }"
            + " public void other(String e) { last = e; }"
            + " | SdkClient.of((Supplier<String>) Handler::last)",
        "static String last; static class Settings { String region = last; }"
            + " public void other(String e) { last = e; } | SdkClient.of(new Settings())",
        "static String last; static class Settings { Settings() { System.out.println(last); } }"
            + " public void other(String e) { last = e; } | SdkClient.of(Settings.class)",
        "static String last; interface Named { String name(); }"
            + " record Fixed() implements Named { public String name() { return last; } }"
            + " static SdkClient of(Named named) { return SdkClient.of(named.name()); }"
            + " public void other(String e) { last = e; } | of(new Fixed())",
        // a moment, a thread, chance
        "| SdkClient.of(java.time.Instant.now())",
        "| SdkClient.of(System.currentTimeMillis())",
        "| SdkClient.of(UUID.randomUUID())",
        "| SdkClient.of(new Random())",
        "| SdkClient.of(new java.security.SecureRandom())",
        "| SdkClient.of(Thread.currentThread())",
        "static final ThreadLocal<String> BOUND = new ThreadLocal<>(); | SdkClient.of(BOUND.get())",
        "| SdkClient.of(System.getenv(\"_X_AMZN_TRACE_ID\"))",
        "| SdkClient.of(System.getenv(\"AWS_SESSION_TOKEN\"))",
        // settings of the JVM that come before it
        "public Handler() { System.setProperty(\"aws.region\", \"eu-west-1\"); } | SdkClient.create()",
        "{ Locale.setDefault(Locale.ROOT); } | SdkClient.create()",
        // what cannot be in a static initialiser
        "static SdkClient opened() throws java.io.IOException { return SdkClient.create(); }"
            + " private static SdkClient closed() { try { return opened(); } catch (Exception e) { return"
            + " null; } } class Inner {} | SdkClient.of(new Inner())",
        "SdkClient own() { return SdkClient.create(); } | own()",
        "| SdkClient.of(this)",
        // static state that comes later
        "private static final String URL; static { URL = \"a\"; } static String url() { return URL; }"
            + " | SdkClient.of(url())",
        "static { System.out.println(\"first\"); } | SdkClient.create()",
        // what looks at the field, or would
        "public boolean isCold() { return client == null; } | SdkClient.create()",
        "public boolean isCold() { return Optional.ofNullable(client).isEmpty(); } | SdkClient.create()",
        "public void reset() { client = null; } | SdkClient.create()",
        "public Object look() throws Exception { return"
            + " Handler.class.getDeclaredField(\"client\").get(this); } | SdkClient.create()",
        "public void look(String name) throws Exception {"
            + " Handler.class.getDeclaredField(name).get(this); } | SdkClient.create()",
        "public int look() { return System.identityHashCode(this); } | SdkClient.create()",
        // what is closed, by whatever name
        "public void end() { client.close(); } | SdkClient.create()",
        "public void end() { SdkClient other = client; other.close(); } | SdkClient.create()",
        "static void end(AutoCloseable a) throws Exception { a.close(); } | SdkClient.create()",
        "static void end(SdkClient a) throws Exception { try (a) { a.hashCode(); } } | SdkClient.create()",
        "static void end(SdkClient a) { Runnable r = a::close; } | SdkClient.create()",
        // more than one object
        "static Handler another() { return new Handler(); } | SdkClient.create()",
        "static Supplier<Handler> another = Handler::new; | SdkClient.create()",
        "static class Special extends Handler {} | SdkClient.create()",
        // decided by a name
        "static Object named(String n) { try { return"
            + " Class.forName(n).getDeclaredConstructor().newInstance(); } catch (Exception e) { return n;"
            + " } } | SdkClient.of(named(System.getenv(\"IMPL\")))",
      })
  void what_would_be_another_thing_stays(String members, String value) throws Exception {
    assertLeftAlone(handler(members == null ? "" : members, value, ""));
  }

  @Test
  void a_checked_exception_stays_where_it_can_be_thrown() throws Exception {
    String lazy =
        handler(
                "static SdkClient opened() throws java.io.IOException { return SdkClient.create(); }",
                "opened()",
                "")
            .replace("handle(String event) {", "handle(String event) throws Exception {");
    String caught =
        lazy.replace("    if (client", "    try {\n      if (client")
            .replace(
                "    return event", "    } catch (Exception e) { return null; }\n    return event");

    assertLeftAlone(lazy);
    assertLeftAlone(caught);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "try { event.length(); } catch (RuntimeException e) { GUARD }",
        "switch (event) { case \"a\": { GUARD } default: break; }",
        "switch (event) { case \"a\" -> { GUARD } default -> {} }",
        "Runnable later = () -> { GUARD };",
        "for (char c : event.toCharArray()) { GUARD }",
        "synchronized (this) { GUARD }",
        "if (event.isEmpty()) { return null; } GUARD",
        "if (event.isEmpty()) { throw new IllegalStateException(); } GUARD",
      })
  void what_only_some_events_need_stays(String around) throws Exception {
    String guard = "if (client == null) { client = SdkClient.create(); }";
    String handler =
        handler("", "null", "")
            .replaceFirst(
                "(?s)if \\(client == null\\) \\{.*?\\}",
                around.replace(" GUARD", "\n    " + guard + "\n   "));

    assertLeftAlone(handler);
  }

  @Test
  void several_fields_of_one_declaration_and_arrays_in_the_old_style_stay() throws Exception {
    String handler = handler("", "SdkClient.create()", "");

    assertLeftAlone(handler.replace("SdkClient client;", "SdkClient client, other;"));
    assertLeftAlone(handler.replace("SdkClient client;", "SdkClient other, client;"));
    assertLeftAlone(handler.replace("SdkClient client;", "SdkClient /* client */ client;"));
    assertLeftAlone(
        handler
            .replace("SdkClient client;", "SdkClient client[];")
            .replace("SdkClient.create()", "new SdkClient[] {SdkClient.create()}"));
    assertLeftAlone(
        handler
            .replace("SdkClient client;", "Integer client;")
            .replace("SdkClient.create()", "0")
            .replace("return event", "client++;\n    return event"));
    assertLeftAlone(
        handler
            .replace("class Handler", "class Handler<T>")
            .replace("SdkClient client;", "List<T> client;")
            .replace("SdkClient.create()", "new ArrayList<T>()"));
  }

  @Test
  void classes_that_something_else_makes_or_manages_stay_as_they_are() throws Exception {
    String handler = handler("", "SdkClient.create()", "");
    assertLeftAlone(
        handler.replace("public class", "@Managed public class").concat("@interface Managed {}"));

    file(
        "src/main/java/example/Other.java",
        "package example;\nclass Other { Object made = new Handler(); }\n");
    assertLeftAlone(handler);
    file("src/main/java/example/Other.java", "package example;\nclass Other extends Handler {}\n");
    assertLeftAlone(handler);
    file(
        "src/main/java/example/Other.java",
        "package example;\nclass Other { String x = Handler.words(); }\n");
    assertLeftAlone(handler("static String words() { return \"a\"; }", "SdkClient.create()", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@InjectMocks Handler handler;",
        "Field f = Handler.class.getDeclaredField(\"client\"); f.setAccessible(true);",
        "ReflectionTestUtils.setField(new Handler(), \"client\", fake);",
        "try (var m = mockStatic(SdkClient.class)) { new Handler().handle(\"\"); }",
        "System.setProperty(\"aws.endpointUrl\", server); new Handler();",
      })
  void a_client_that_a_test_replaces_stays(String test) throws Exception {
    file(
        "src/test/java/example/HandlerTest.java",
        "class HandlerTest { void a() {\n" + test + "}}\n");
    assertLeftAlone(handler("", "SdkClient.create()", ""));

    file(
        "src/test/java/example/HandlerTest.java",
        "class HandlerTest { Handler h = new Handler(); }");
    changed(handler("", "SdkClient.create()", ""));
  }

  @Test
  void a_local_client_hides_no_inherited_field_and_no_other_name() throws Exception {
    String local =
        """
        package example;
        import software.amazon.awssdk.core.SdkClient;
        public class Handler extends Base {
          public String handle(String event) {
            SdkClient client = SdkClient.create();
            return event + client;
          }
          public String other() { return "" + client; }
        }
        """;
    file(
        "src/main/java/example/Base.java",
        "package example;\nclass Base { protected Object client = \"inherited\"; }\n");
    assertLeftAlone(local);

    file("src/main/java/example/Base.java", "package example;\nclass Base {}\n");
    String alone = local.replace("  public String other() { return \"\" + client; }\n", "");
    changed(alone);
    assertLeftAlone(
        alone.replace("return event", "client = SdkClient.of(event);\n    return event"));
    assertLeftAlone(
        alone
            .replace("public String handle(String event)", "public Handler()")
            .replace("return event + client;", "System.out.println(client);"));
  }

  @Test
  void words_above_a_statement_go_with_it() throws Exception {
    String lazy =
        handler("", "SdkClient.create()", "")
            .replace(
                "    if (client", "    // made once,\n    // when it is needed\n    if (client");

    assertEquals(
        lazy.replace("    // made once,\n    // when it is needed\n", "")
            .replace(
                "  private SdkClient client;",
                "  // made once,\n  // when it is needed\n"
                    + "  private static final SdkClient client = SdkClient.create();")
            .replaceFirst("(?s)    if \\(client == null\\) \\{.*?\\}\n", ""),
        changed(lazy));
    assertLeftAlone(lazy.replace("// when it is needed", "/* when it is needed */"));
  }

  @Test
  void a_comment_is_no_part_of_a_string_and_a_url_no_comment() throws Exception {
    assertTrue(
        changed(handler("", "SdkClient.of(\"http://a/* \\\" //b\")", ""))
            .contains("= SdkClient.of(\"http://a/* \\\" //b\");"));
    String block =
        "SdkClient.of(\"\"\"\n          // no comment\n            \"b\"\"\n          \"\"\")";
    assertTrue(changed(handler("", block, "")).contains("= " + block + ";"));
    assertLeftAlone(handler("", "SdkClient.of(\"http://a\") // why\n", ""));
  }

  @Test
  void line_ends_tabs_and_modern_java_are_kept() throws Exception {
    String windows = handler("", "SdkClient.create()", "").replace("\n", "\r\n");
    String after = changed(windows);
    assertFalse(after.replace("\r\n", "").contains("\n"), after);

    String local =
        """
        package example;
        import software.amazon.awssdk.core.SdkClient;
        public class Handler {
        \tsealed interface Shape permits Round, Flat {}
        \trecord Round(int r) implements Shape {}
        \trecord Flat() implements Shape {}
        \tstatic int of(Shape s) { return switch (s) { case Round(int r) when r > 1 -> r; case Round _ -> 1; case Flat f -> 0; }; }

        \tpublic String handle(String event) {
        \t\tSdkClient client = SdkClient.create();
        \t\treturn event + client;
        \t}
        }
        """;
    assertTrue(
        changed(local)
            .contains(
                "Handler {\n\tprivate static final SdkClient client = SdkClient.create();\n\n\tsealed"));
    String windowsLocal = local.replace("\n", "\r\n");
    assertEquals(changed(local).replace("\n", "\r\n"), changed(windowsLocal));
  }

  @Test
  void a_file_that_is_not_utf_8_or_does_not_parse_is_left_alone() throws Exception {
    String handler = handler("", "SdkClient.create()", "").replace("class", "/* ü */ class");
    changed(handler);
    Path file = sources().resolve("example/Handler.java");
    Files.writeString(file, handler, Charset.forName("ISO-8859-1"));
    assertEquals(
        List.of(),
        StaticFields.of(JavaSources.read(folder, sources(), List.of()), "example.Handler"));

    Files.writeString(file, handler.replace("return event + client;", "return event + ;"));
    assertEquals(
        List.of(),
        StaticFields.of(JavaSources.read(folder, sources(), List.of()), "example.Handler"));
  }

  @Test
  void a_file_that_is_a_link_to_another_project_is_left_alone() throws Exception {
    String handler = handler("", "SdkClient.create()", "");
    changed(handler);
    Path file = sources().resolve("example/Handler.java");
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere")).resolve("Handler.java");
    Files.move(file, elsewhere);
    Files.createSymbolicLink(file, elsewhere);

    assertEquals(
        List.of(),
        StaticFields.of(JavaSources.read(folder, sources(), List.of()), "example.Handler"));
  }

  @Test
  void classes_without_a_package_beside_others_and_with_modules_are_changed() throws Exception {
    file("src/main/java/module-info.java", "module example {}\n");
    String handler =
        handler("", "SdkClient.create()", "class Second { private SdkClient client; }");
    file("src/main/java/example/Handler.java", handler);
    file("src/main/java/software/amazon/awssdk/core/SdkClient.java", CLIENT);
    List<StaticFields.Proposal> proposals =
        StaticFields.of(JavaSources.read(folder, sources(), List.of()), "example.Handler");
    assertEquals(1, proposals.size());
    assertTrue(
        proposals
            .getFirst()
            .edit()
            .in(handler)
            .orElseThrow()
            .endsWith(handler.substring(handler.indexOf("class Second"))));

    String plain = handler("", "SdkClient.create()", "").replace("package example;\n", "");
    Files.delete(sources().resolve("example/Handler.java"));
    file("src/main/java/Handler.java", plain);
    assertEquals(
        1, StaticFields.of(JavaSources.read(folder, sources(), List.of()), "Handler").size());
  }

  @Test
  void constants_that_nobody_changes_may_be_used() throws Exception {
    changed(
        handler(
                "private static final List<String> NAMES = List.of(\"a\");"
                    + " private static final String URL = System.getenv(\"URL\");"
                    + " static { System.setProperty(\"a\", \"b\"); }",
                "null",
                "")
            .replace("  private SdkClient client;\n", "")
            .replace(
                "  public String handle", "  private SdkClient client;\n\n  public String handle")
            .replace("client = null", "client = SdkClient.of(NAMES + URL)"));
  }
}
