package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.fixture.SideBySide;
import thaw.recording.PrimingList;
import thaw.recording.PrimingList.PrimedClass;
import thaw.remedy.edit.JavaSources;

@SideBySide
class ClassPrimingTest {
  private static final String HANDLER =
      """
      package example;

      public final class Handler {
          public String handleRequest(String event) {
              return Order.NAME.toString();
          }
      }
      """;
  private static final Path LIST = Path.of("resources/priming-Create.txt");

  @TempDir Path folder;

  @BeforeEach
  void sources() throws Exception {
    write("src/example/Handler.java", HANDLER);
    for (String name : List.of("Order", "Card")) {
      write(
          "src/example/" + name + ".java",
          """
          package example;

          class %1$s {
              static final StringBuilder NAME = new StringBuilder();

              static {
                  System.out.println("made %1$s");
              }
          }
          """
              .formatted(name));
    }
    write(
        "main/example/Main.java",
        """
        package example;

        public class Main {
          public static void main(String[] arguments) {
            new Handler();
          }
        }
        """);
    compile("library", "classes");
  }

  @Test
  void the_constructor_loads_what_the_list_says_before_a_snapshot_only() throws Exception {
    Remedy remedy =
        remedy(
                "example.Handler",
                new PrimedClass("example.Order", true),
                new PrimedClass("example.Gone", true),
                new PrimedClass("example.Card", false))
            .orElseThrow();
    assertEquals("prime-classes", remedy.id());
    assertEquals(RemedyKind.REVIEWED, remedy.kind());
    apply(remedy);
    compile("src", "made");
    compile("main", "made");

    List<String> primed = run("snap-start");
    assertTrue(primed.contains("made Order"), primed::toString);
    assertFalse(primed.contains("made Card"), primed::toString);
    assertTrue(loads(primed, "example.Card"), primed::toString);

    List<String> plain = run("on-demand");
    assertFalse(loads(plain, "example.Order"), plain::toString);
    assertTrue(loads(plain, "example.Handler"), plain::toString);
  }

  @Test
  void the_list_is_a_file_of_the_project_that_people_can_read() throws Exception {
    Remedy remedy =
        remedy("example.Handler", new PrimedClass("example.Order", false)).orElseThrow();
    assertTrue(remedy.change().files().contains(LIST), remedy::toString);
    apply(remedy);
    String text = Files.readString(folder.resolve(LIST));
    assertTrue(text.startsWith("# Classes that requests of Create load after init"), text);
    assertEquals(
        List.of(new PrimedClass("example.Order", false)), PrimingList.read(text).classes());
  }

  @Test
  void the_handler_of_a_library_gets_a_subclass() throws Exception {
    write("library/framework/Base.java", "package framework;\n\npublic class Base {}\n");
    compile("library", "classes");
    Remedy remedy = remedy("framework.Base", new PrimedClass("example.Order", true)).orElseThrow();
    assertEquals(
        Optional.of("example.PrimedHandler"), ((Change.Sources) remedy.change()).handler());
    apply(remedy);
    compile("src", "made");
    assertTrue(
        Files.readString(folder.resolve("src/example/PrimedHandler.java"))
            .contains("{@link Base} that loads what requests need before its snapshot is taken."));
  }

  @Test
  void it_should_gain_what_the_first_invocation_spends_on_loading() {
    Prediction predicted =
        remedy("example.Handler", new PrimedClass("example.Order", false))
            .orElseThrow()
            .predicted();
    assertEquals(new Prediction(20, 40), predicted);
  }

  @Test
  void nothing_is_offered_for_an_empty_list_or_in_place_of_a_file_that_is_there() throws Exception {
    assertEquals(Optional.empty(), remedy("example.Handler"));
    write(LIST.toString(), "# mine\n");
    assertEquals(
        Optional.empty(), remedy("example.Handler", new PrimedClass("example.Order", false)));
  }

  private Optional<Remedy> remedy(String handler, PrimedClass... classes) {
    JavaSources sources =
        JavaSources.read(folder, folder.resolve("src"), List.of(folder.resolve("classes")));
    return ClassPriming.of(
        Explanations.EMPTY.withPhases(
            List.of(phase(PhaseName.RESTORE), phase(PhaseName.FIRST_INVOCATION))),
        new ClassPriming.Listed(new PrimingList(List.of(classes)), "Create", LIST.getParent()),
        sources,
        handler);
  }

  private static Explanation.Phase phase(PhaseName name) {
    return new Explanation.Phase(
        name,
        100,
        100,
        1,
        List.of(
            share(Cause.CLASS_PARSE, 30), share(Cause.CLASS_VERIFY, 10), share(Cause.JSON, 60)));
  }

  private static Explanation.CauseShare share(Cause cause, double millis) {
    return new Explanation.CauseShare(cause, millis, 1, List.of(), List.of(), List.of());
  }

  private void apply(Remedy remedy) throws Exception {
    for (var each : new Draft(List.of(remedy)).texts(this::original).entrySet()) {
      write(each.getKey().toString(), each.getValue());
    }
  }

  private String original(Path file) {
    try {
      Path there = folder.resolve(file);
      return Files.exists(there) ? Files.readString(there) : "";
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private List<String> run(String initialization) throws Exception {
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xlog:class+load=info:stdout:none",
            "-cp",
            folder.resolve("made") + ":" + folder.resolve("resources"),
            "example.Main");
    java.environment().put("AWS_LAMBDA_INITIALIZATION_TYPE", initialization);
    Process process = java.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output.lines().toList();
  }

  private static boolean loads(List<String> output, String name) {
    return output.stream().anyMatch(line -> line.startsWith(name + " source:"));
  }

  private void write(String file, String text) throws Exception {
    Path written = folder.resolve(file);
    Files.createDirectories(written.getParent());
    Files.writeString(written, text);
  }

  private void compile(String from, String into) throws Exception {
    Files.createDirectories(folder.resolve(from));
    Files.createDirectories(folder.resolve(into));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d",
                folder.resolve(into).toString(),
                "-cp",
                folder.resolve("classes") + ":" + folder.resolve("made"),
                "-Xlint:-options",
                "--release",
                "11"));
    try (Stream<Path> tree = Files.walk(folder.resolve(from))) {
      tree.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    if (arguments.getLast().endsWith(".java")) {
      int exit =
          ToolProvider.getSystemJavaCompiler()
              .run(null, errors, errors, arguments.toArray(String[]::new));
      assertEquals(0, exit, errors.toString(StandardCharsets.UTF_8));
    }
  }
}
