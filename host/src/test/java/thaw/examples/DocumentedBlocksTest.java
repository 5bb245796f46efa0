package thaw.examples;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import thaw.app.choice.ThawFile;
import thaw.cli.Transcript;
import thaw.experiment.Budget;
import thaw.experiment.gate.GateFile;
import thaw.experiment.gate.GateRule;
import thaw.experiment.matrix.VariantsFile;
import thaw.fixture.SideBySide;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

/**
 * Each block of code of README.md and of the docs is read by what it is for, here or in the test
 * that is named. A page with a language or a kind of file that no test knows fails.
 */
@SideBySide
class DocumentedBlocksTest {
  /** Tests that read the blocks of a language beside this one. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "", "host/src/test/java/thaw/examples/CommandsTest.java",
          "xml", "thaw-maven-plugin/src/test/java/thaw/maven/PomSnippetsTest.java",
          "python", "host/src/test/java/thaw/app/run/EmulatorInRunTest.java",
          "groovy", "thaw-gradle-plugin/src/test/java/thaw/gradle/GradlePageTest.java",
          "proto", "wire-processor/src/test/java/thaw/wire/processor/ProtobufAgreementTest.java");

  private static final Set<String> HERE = Set.of("java", "yaml", "json", "sh", "properties");

  /** Tests that compile a page's Java, or find each line in code that is compiled. */
  private static final Map<String, String> COMPILED =
      Map.ofEntries(
          entry("docs/background.md", "host/src/test/java/thaw/examples/DocumentedCodeTest.java"),
          entry("docs/retry.md", "host/src/test/java/thaw/examples/DocumentedCodeTest.java"),
          entry("docs/wire.md", "host/src/test/java/thaw/examples/DocumentedCodeTest.java"),
          entry("docs/junit.md", "thaw-junit/src/test/java/thaw/junit/JunitPageTest.java"),
          entry(
              "docs/wire-processor.md",
              "wire-processor/src/test/java/thaw/wire/processor/ProcessorPageTest.java"),
          entry(
              "docs/wire-events.md",
              "wire-events/src/test/java/thaw/wire/events/EventsPageTest.java"),
          entry("docs/course", "laboratory/src/test/java/thaw/lab/CoursePagesTest.java"));

  /** What a page says whose Java is parts of programs that only its reader has. */
  private static final String FRAGMENTS = "does not compile by itself";

  private static final Pattern BEFORE_OR_AFTER =
      Pattern.compile("//[^\n]*\\b(?:before|after)\\b.*");

  /** Between two codes on one line. */
  private static final Pattern ALTERNATIVE =
      Pattern.compile("(?<=\\S)   or   (?=\\S)|(?<=\\S) {3,}(?=\\S)|(?<=;) {2,}(?=\\S)");

  private static final Pattern IMPORTS = Pattern.compile("(?:import [^\n]*\n|\n)+");
  private static final Pattern CONSTRUCTOR = Pattern.compile("^public (\\w+)\\(");
  private static final Pattern IN_A_JOB =
      Pattern.compile("(?m)^\\s*(?:- (?:run: )?|sh ')(thaw .*?)'?$");
  private static final Pattern CLONES = Pattern.compile("(?<![\\w./\"-])\\./thaw(?![\\w_.-])");

  @TempDir Path folder;

  private static List<PageBlock> blocks(String language) throws IOException {
    List<PageBlock> blocks =
        PageBlock.all().stream().filter(block -> block.language().equals(language)).toList();
    assertTrue(!blocks.isEmpty(), language);
    return blocks;
  }

  @Test
  void somebody_checks_each_language() throws IOException {
    List<String> unknown = new ArrayList<>();
    for (PageBlock block : PageBlock.all()) {
      String language = block.language();
      if (!HERE.contains(language) && !ELSEWHERE.containsKey(language)) {
        unknown.add(block.place() + ": " + language);
      }
    }
    assertEquals(List.of(), unknown);
    for (String test : ELSEWHERE.values()) {
      assertTrue(Files.exists(Examples.ROOT.resolve(test)), test);
    }
  }

  @Test
  void properties_have_a_name_and_a_value_each() throws IOException {
    for (PageBlock block : blocks("properties")) {
      Properties read = new Properties();
      read.load(new StringReader(block.text()));
      assertFalse(read.isEmpty(), block.place());
      read.forEach((name, value) -> assertNotEquals("", value, block.place() + ": " + name));
    }
  }

  @Test
  void java_is_compiled_or_its_page_says_that_it_cannot_be() throws IOException {
    Set<String> faults = new TreeSet<>();
    for (PageBlock block : blocks("java")) {
      String page = block.page();
      String place = COMPILED.containsKey(page) ? page : String.valueOf(Path.of(page).getParent());
      String test = COMPILED.getOrDefault(place, "");
      if (test.isEmpty()) {
        String text = Files.readString(Examples.ROOT.resolve(page)).replaceAll("\\s+", " ");
        if (!text.contains(FRAGMENTS)) {
          faults.add(page + " is compiled by no test, and does not say: " + FRAGMENTS);
        }
      } else if (!Files.readString(Examples.ROOT.resolve(test)).contains(place)) {
        faults.add(test + " does not read " + place);
      }
    }
    assertEquals(Set.of(), faults);
  }

  @Test
  void java_has_the_syntax_of_java() throws IOException {
    List<String> faults = new ArrayList<>();
    for (PageBlock block : blocks("java")) {
      for (String part : parts(block.text())) {
        if (!parses(part)) {
          faults.add(block.place() + ": " + part);
        }
      }
    }
    assertEquals(List.of(), faults);
  }

  /** What stands before and after a change, and alternatives, are code by themselves. */
  private static List<String> parts(String text) {
    if (!BEFORE_OR_AFTER.matcher(text).find()) {
      return List.of(text);
    }
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (String line : text.split("\n")) {
      Matcher mark = BEFORE_OR_AFTER.matcher(line);
      if (mark.find() && !part.isEmpty() && balanced(part)) {
        parts.add(part.toString());
        part.setLength(0);
      }
      List<String> codes = List.of(ALTERNATIVE.split(mark.replaceFirst("").stripTrailing()));
      parts.addAll(codes.subList(0, codes.size() - 1));
      part.append(codes.getLast()).append('\n');
    }
    parts.add(part.toString());
    return parts;
  }

  private static boolean balanced(CharSequence code) {
    return code.chars().filter(c -> c == '{').count() == code.chars().filter(c -> c == '}').count();
  }

  private static boolean parses(String code) {
    Matcher imports = IMPORTS.matcher(code);
    String head = imports.lookingAt() ? imports.group() : "";
    String plain =
        code.substring(head.length()).replace("\"...\"", "\"\"").replace("...", "").strip();
    Matcher constructor = CONSTRUCTOR.matcher(plain);
    String type = constructor.find() ? constructor.group(1) : "X";
    return Stream.of(
                "%s",
                "class " + type + " { %s }",
                "class X { %s {} }",
                "%s {}",
                "%s class X {}",
                "class X { void x() { %s } }",
                "class X { void x() { %s; } }",
                "class X { Object x = %s; }",
                "%s }") // the head of a method or class whose body the page leaves out
            .anyMatch(form -> faults(head + form.replace("%s", plain + "\n")).isEmpty())
        || faults(head + typesThenStatements(plain)).isEmpty();
  }

  /** Types and members, and after an empty line statements that use them. */
  private static String typesThenStatements(String code) {
    StringBuilder members = new StringBuilder("class X {\n");
    StringBuilder statements = new StringBuilder("void x() {\n");
    for (String part : code.split("\n\n(?=\\S)")) {
      boolean isMember =
          part.matches("(?s)(?:public|private|static|final|class|record|interface|@).*");
      (isMember ? members : statements).append(part).append('\n');
    }
    return members.append(statements).append("}}").toString();
  }

  private static List<?> faults(String source) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///X.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, List.of("-proc:none"), null, List.of(file));
    try {
      task.parse();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.getDiagnostics();
  }

  @Test
  void yaml_is_read_by_what_it_is_for() throws IOException {
    List<String> unread = new ArrayList<>();
    for (PageBlock block : blocks("yaml")) {
      try {
        if (!read(block)) {
          unread.add(block.place() + ": no test knows what reads it");
        }
      } catch (RuntimeException e) {
        unread.add(block.place() + ": " + e.getMessage());
      }
    }
    assertEquals(List.of(), unread);
  }

  private boolean read(PageBlock block) throws IOException {
    Path place = Files.createTempDirectory(folder, "block");
    for (String named : List.of("target/pets.jar", "images/our-java.tar", "events/get.json")) {
      Files.createDirectories(place.resolve(named).getParent());
      Files.writeString(place.resolve(named), "{}");
    }
    Files.createDirectories(place.resolve("data"));
    Files.createDirectories(place.resolve("data-of-pets"));
    String text = block.text();
    switch (block.page()) {
      case "docs/budgets.md", "docs/gate.md" -> {
        Path file = Files.writeString(place.resolve("budget.yaml"), text);
        Budget.read(file);
        GateFile.over(GateRule.USUAL, file);
      }
      case "docs/method.md" ->
          VariantsFile.read(Files.writeString(place.resolve("variants.yaml"), text));
      case "docs/services.md" -> {
        Files.writeString(place.resolve("services.yaml"), text);
        Files.writeString(place.resolve("thaw.yaml"), "services: services.yaml");
        ThawFile.in(place);
      }
      case "docs/thaw-yaml.md" -> {
        Files.writeString(place.resolve("thaw.yaml"), text);
        ThawFile.in(place);
      }
      case "docs/aws/lambda-api.md", "docs/durable.md", "docs/managed-instances.md" ->
          template(place, text);
      case "docs/findings.md" ->
          template(
              place,
              "  One:\n    Type: AWS::Serverless::Function\n    Properties:\n"
                  + "      Runtime: java25\n      Handler: a.B\n      CodeUri: .\n"
                  + text.indent(6));
      case "docs/ci.md", "docs/kubernetes.md", "docs/metrics.md" ->
          new Load(LoadSettings.builder().build()).loadFromString(text); // other people's programs
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void template(Path place, String resources) throws IOException {
    Path file =
        Files.writeString(
            place.resolve("template.yaml"),
            "Transform: AWS::Serverless-2016-10-31\nResources:\n" + resources);
    ApplicationReader.readForServer(file, ReadOptions.defaults());
  }

  @Test
  @SuppressWarnings("unchecked")
  void a_job_gives_the_action_inputs_that_it_has() throws IOException {
    Load load = new Load(LoadSettings.builder().build());
    String file = Files.readString(Examples.ROOT.resolve("action.yml"));
    Map<String, ?> action = (Map<String, ?>) load.loadFromString(file);
    String job = PageBlock.of("docs/ci.md").getFirst().text();
    int begin = job.indexOf("- uses: ./");
    assertTrue(begin > 0, job);
    List<Map<String, ?>> steps =
        (List<Map<String, ?>>) load.loadFromString(job.substring(job.lastIndexOf('\n', begin) + 1));
    Set<String> given = new TreeSet<>(((Map<String, ?>) steps.getFirst().get("with")).keySet());
    given.removeAll(((Map<String, ?>) action.get("inputs")).keySet());
    assertEquals(Set.of(), given);
  }

  @Test
  void json_parses_and_what_it_starts_is_a_command() throws IOException {
    for (PageBlock block : blocks("json")) {
      JsonNode document = new ObjectMapper().readTree(block.text());
      for (JsonNode server : document.findValues("thaw")) {
        assertEquals("thaw", server.get("command").asText(), block.place());
        List<String> words = new ArrayList<>();
        server.get("args").forEach(word -> words.add(word.asText()));
        assertEquals("", Transcript.misunderstood(words.toArray(String[]::new)), block.place());
      }
    }
  }

  @Test
  void shell_code_has_the_syntax_of_bash() throws Exception {
    for (PageBlock block : blocks("sh")) {
      Path script = Files.writeString(folder.resolve("block.sh"), block.text());
      Process bash =
          new ProcessBuilder("bash", "-n", script.toString()).redirectErrorStream(true).start();
      String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals("", said, block.place());
    }
  }

  @Test
  void commands_of_jobs_are_understood() throws IOException {
    List<String> refused = new ArrayList<>();
    int understood = 0;
    for (PageBlock block : PageBlock.all()) {
      if (!Set.of("yaml", "groovy").contains(block.language())) {
        continue;
      }
      for (var found : IN_A_JOB.matcher(block.text()).results().toList()) {
        List<String> words = Examples.words(found.group(1));
        String fault =
            Transcript.misunderstood(words.subList(1, words.size()).toArray(String[]::new));
        understood++;
        if (!fault.isEmpty()) {
          refused.add(block.place() + ": " + found.group(1) + ": " + fault);
        }
      }
    }
    assertEquals(List.of(), refused);
    assertTrue(understood > 2, () -> "no command of a job was found");
  }

  /** README.md says once what a clone has; its two commands of the set-up are run there. */
  @Test
  void pages_write_thaw_as_whoever_installed_it_does() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md", "functions/README.md"));
    pages.addAll(PageBlock.pages());
    List<String> found = new ArrayList<>();
    for (String page : pages) {
      for (String line : Files.readAllLines(Examples.ROOT.resolve(page))) {
        if (CLONES.matcher(line).find()
            && !line.startsWith("| `./thaw bench functions/petstore")
            && !line.contains("`./thaw` where this page says `thaw`")
            && !line.startsWith("| clone |")) {
          found.add(page + ": " + line);
        }
      }
    }
    assertEquals(List.of(), found);
  }
}
