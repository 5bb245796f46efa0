package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.sandbox.SandboxHost;

/** What is said of a package, and the commands in it. */
@Tag("linux")
@SideBySide
class PackageHandOverTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Greet:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: greetings
            CodeUri: ../App.jar
            Handler: com.example.Handler::handle
            Runtime: java17
        Warm:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: ../App.jar
            Handler: com.example.Handler::handle
            Runtime: java17
        Key:
          Type: AWS::SecretsManager::Secret
          Properties:
            Name: key
      """;

  @TempDir Path folder;
  private Path project;
  private Path out;

  @BeforeEach
  void project() throws Exception {
    new PackagedHandler(folder).jar();
    Files.createDirectory(folder.resolve(".git")); // the project is all of it
    project = Files.createDirectory(folder.resolve("project"));
    out = folder.resolve("made/package");
    Files.writeString(project.resolve("template.yaml"), TEMPLATE);
    Path secrets = Files.createDirectories(folder.resolve("it's data/secrets"));
    Files.writeString(secrets.resolve("key"), "swordfish");
  }

  private Transcript packaged(Object... further) {
    return Transcript.of(
        Stream.concat(
                Stream.of("package", project, "--function", "Greet", "--out", out),
                Stream.of(further))
            .toArray());
  }

  @Test
  void a_package_tells_its_client_its_java_and_the_functions_that_it_leaves_out() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Transcript made = packaged("--to", "provided", "--jdk", 25, "--event", "{\"name\":\"Pepper\"}");
    assertEquals(0, made.exit(), made.err());
    for (String text : List.of(made.out(), Files.readString(out.resolve("README.md")))) {
      assertTrue(text.matches("(?s).*, AWS's runtime client \\d+\\.\\d+\\.\\d+[ ,].*"), text);
      assertTrue(
          text.contains("The template says java17: in this package greetings runs on Java 25."),
          text);
      assertTrue(
          text.contains(
              "Its template has Greet alone, without the other functions (Warm) and what refers to"
                  + " them."),
          text);
    }
    String manifest = Files.readString(out.resolve("manifest.json"));
    assertTrue(manifest.contains("\"client\" : \"AWS's runtime client "), manifest);
    String readme = Files.readString(out.resolve("README.md"));
    assertTrue(readme.contains("It was not measured on AWS: "), readme);
    assertTrue(readme.contains("Who maintains what: "), readme);
  }

  /** Its build has put it anywhere in the project, where the workflow begins. */
  @Test
  void a_package_of_a_jar_is_made_again_of_the_jar() throws Exception {
    Path jar = Files.createDirectories(folder.resolve("project/target")).resolve("App.jar");
    Files.copy(folder.resolve("App.jar"), jar);
    Transcript made =
        Transcript.of(
            "package",
            jar,
            "--handler",
            "com.example.Handler::handle",
            "--to",
            "managed",
            "--out",
            out);
    assertEquals(0, made.exit(), made.err());
    String workflow = Files.readString(out.resolve(".github/workflows/deploy.yml"));
    String again =
        workflow.replaceFirst(
            "(?s).*\n *sudo -E env \"PATH=\\$PATH\" (thaw package [^\n]*)\n.*", "$1");
    assertEquals(
        List.of(
            "package",
            "project/target/App.jar",
            "--handler",
            "com.example.Handler::handle",
            "--to",
            "managed",
            "--out",
            "package"),
        words(again));
  }

  @Test
  void classes_that_the_managed_runtime_does_not_load_are_refused() throws Exception {
    Path template = project.resolve("template.yaml");
    Files.writeString(
        template, Files.readString(template).replaceFirst("Runtime: java\\d+", "Runtime: java11"));
    Transcript made = packaged("--to", "managed");
    assertEquals(2, made.exit(), made.err());
    assertTrue(
        made.err()
            .contains("was compiled for Java 17, and java11 runs classes for Java 11 at most"),
        made.err());
    assertTrue(made.err().contains("Remedy: compile it for Java 11"), made.err());
  }

  @Test
  void the_commands_of_a_package_have_its_data() throws Exception {
    Transcript made =
        packaged(
            "--to",
            "managed",
            "--seed",
            folder.resolve("it's data"),
            "--before",
            "Greet={\"name\":\n\"$HOME\"}",
            "--before",
            "Warm={}");
    assertEquals(0, made.exit(), made.err());
    assertFalse(made.out().contains("Java 25"), made.out());
    String makefile = Files.readString(out.resolve("Makefile"));
    assertTrue(makefile.contains("\n# What it is tried with lacks "), makefile);
    assertTrue(makefile.contains("--before Warm={}\n"), makefile);
    String recipe = makefile.replaceFirst("(?s).*\ncheck:[^\n]*\n\t([^\n]*)\n.*", "$1");
    List<String> words = words(recipe.replace("$(FUNCTION)", "Greet").replace("$$", "$"));
    assertEquals(List.of("invoke", ".", "--function", "Greet", "--seed"), words.subList(0, 5));
    assertTrue(Files.isSameFile(folder.resolve("it's data"), out.resolve(words.get(5))));
    assertEquals(List.of("--before", "Greet={\"name\": \"$HOME\"}"), words.subList(6, 8));

    String workflow = Files.readString(out.resolve(".github/workflows/deploy.yml"));
    String again =
        workflow.replaceFirst(
            "(?s).*\n *sudo -E env \"PATH=\\$PATH\" (thaw package [^\n]*)\n.*", "$1");
    words = words(again);
    assertEquals(List.of("--seed", "../it's data"), words.subList(6, 8));
  }

  @Test
  void the_workflow_has_paths_from_its_folder_and_no_value_with_no_echo() throws Exception {
    Files.writeString(
        project.resolve("template.yaml"),
        TEMPLATE
            + """
            Parameters:
              Stage: {Type: String}
              DbPassword: {Type: String, NoEcho: true}
              Town: {Type: String}
              ApiKey: {Type: String}
            """);
    Files.writeString(folder.resolve("vars.json"), "{}");
    Files.writeString(
        folder.resolve("sam.toml"),
        """
        version = 0.1
        [default.deploy.parameters]
        parameter_overrides = "Town=Bern ApiKey=halibut"
        """);
    Files.writeString(project.resolve("event.json"), "{}");
    Transcript made =
        packaged(
            "--to",
            "managed",
            "--parameter",
            "Stage=a b",
            "--parameter",
            "DbPassword=swordfish",
            "--env-vars",
            folder.resolve("vars.json"),
            "--config-file",
            folder.resolve("sam.toml"),
            "--event",
            project.resolve("event.json"),
            "--jdk",
            System.getProperty("java.home"));
    assertEquals(0, made.exit(), made.err());
    assertTrue(
        made.out()
            .contains(
                "; thaw invoke "
                    + out
                    + " --function Greet --parameter Town=Bern --parameter"
                    + " \"ApiKey=$PARAMETER_API_KEY\" --parameter 'Stage=a b' --parameter"
                    + " \"DbPassword=$PARAMETER_DB_PASSWORD\" starts it\n"),
        made.out());
    String workflow = Files.readString(out.resolve(".github/workflows/deploy.yml"));
    assertFalse(workflow.contains("swordfish") || workflow.contains("halibut"), workflow);
    assertTrue(
        workflow.contains(
            """

                env:
                  PARAMETER_API_KEY: ${{ secrets.PARAMETER_API_KEY }}
                  PARAMETER_DB_PASSWORD: ${{ secrets.PARAMETER_DB_PASSWORD }}
            """),
        workflow);
    List<String> words =
        words(
            "PARAMETER_DB_PASSWORD=marlin; "
                + workflow.replaceFirst(
                    "(?s).*\n *sudo -E env \"PATH=\\$PATH\" (thaw package [^\n]*)\n.*", "$1"));
    assertEquals(
        List.of(
            "package",
            ".",
            "--config-file",
            "../sam.toml",
            "--env-vars",
            "../vars.json",
            "--parameter",
            "Stage=a b",
            "--parameter",
            "DbPassword=marlin",
            "--function",
            "Greet",
            "--to",
            "managed",
            "--jdk",
            "" + Runtime.version().feature(),
            "--event",
            "event.json",
            "--out",
            "package"),
        words);
    assertTrue(
        workflow.contains(
            "-changeset --parameter-overrides Town=Bern \"ApiKey=\\\"${PARAMETER_API_KEY//\\\"/\\\\\\\"}\\\"\" 'Stage=\"a b\"' \"DbPassword=\\\"${PARAMETER_DB_PASSWORD//\\\"/\\\\\\\"}\\\"\"\n"),
        workflow);
    String makefile = Files.readString(out.resolve("Makefile"));
    assertTrue(makefile.contains("\"DbPassword=$$PARAMETER_DB_PASSWORD\""), makefile);
  }

  @Test
  void an_old_package_is_told_by_its_manifest_alone() throws Exception {
    assertEquals(0, packaged("--to", "managed").exit());
    assertEquals(0, Transcript.of("package", "--outdated", out).exit(), "AWS patches it");
    Files.writeString(
        folder.resolve("manifest.json"),
        "{\"function\": \"Greet\", \"way\": \"provided\", \"jvm\": \"Temurin 25.0.1+8\"}");
    Transcript old = Transcript.of("package", "--outdated", folder);
    assertEquals(1, old.exit(), old.err());
    assertTrue(old.out().contains("JVM: Temurin 25.0.1+8, OUTDATED: "), old.out());
    assertTrue(
        old.out().matches("(?s).*By Thaw's data of 20\\d\\d-\\d\\d-\\d\\d \\(\\d+ days old\\).*"),
        old.out());
    Transcript nothing = Transcript.of("package", "--outdated", project);
    assertEquals(2, nothing.exit());
    assertTrue(nothing.err().contains("has no manifest.json of thaw package"), nothing.err());
    assertEquals(2, Transcript.of("package", "--outdated", out, "--to", "image").exit());
  }

  /** A package that lacks a patch, on a runner whose programs write down what they are asked. */
  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "1, false", "2, true"})
  void the_weekly_workflow_proposes_a_package_that_lacks_nothing(int status, boolean kept)
      throws Exception {
    assertEquals(0, packaged("--to", "managed", "--before", "Warm={}").exit());
    Map<?, ?> workflow =
        (Map<?, ?>)
            new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(out.resolve(".github/workflows/renew.yml")));
    Map<?, ?> job = (Map<?, ?>) ((Map<?, ?>) workflow.get("jobs")).get("renew");
    Path work = Files.createDirectory(folder.resolve("work"));
    Path bin = Files.createDirectory(folder.resolve("bin"));
    program(bin, "sudo", "while [ \"$1\" != thaw ]; do shift; done; exec \"$@\"");
    program(
        bin,
        "thaw",
        """
        echo "thaw $*" >> "$ASKED"
        case "$*" in
          *--outdated*) echo "JVM: OUTDATED"; exit %d ;;
          package*) mkdir -p package && echo '{"jvm": "newer"}' > package/manifest.json ;;
          bench*) echo "| 300 ms | 200 ms |" > figures.md; exit 1 ;; # something has grown
        esac
        """
            .formatted(status));
    program(
        bin,
        "gh",
        """
        echo "gh $*" >> "$ASKED"
        case "$*" in
          "run list "*"--event push --branch main"*) echo 7 ;;
          "run download 7 "*) [ %s = true ] && mkdir -p former && touch former/template.yaml ;;
          "pr create"*) exit 1 ;; # there is one from last week
        esac
        """
            .formatted(kept));
    shell(
        work,
        bin,
        "git init -q -b main . && git init -q --bare ../origin && git remote add origin ../origin");
    shell(work, bin, "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m begun");
    Files.createFile(folder.resolve("outputs"));
    Files.copy(bin.resolve("thaw"), Files.createDirectory(work.resolve(".thaw")).resolve("thaw"));
    assertTrue(work.resolve(".thaw/thaw").toFile().setExecutable(true));
    assertEquals(null, job.get("env"), "what has no secret gives none to all steps");
    int failed = 0;
    for (Object each : (List<?>) job.get("steps")) {
      Map<?, ?> step = (Map<?, ?>) each;
      boolean isDue =
          step.get("if") == null
              || Files.readString(folder.resolve("outputs")).contains("outdated=1");
      if (step.get("run") != null && isDue && failed == 0) {
        String script = (String) step.get("run");
        boolean hasToken = String.valueOf(step.get("env")).contains("GH_TOKEN");
        assertEquals(script.contains("gh "), hasToken, script);
        failed = shell(work, bin, "set -e\n" + script);
      }
    }
    String asked = Files.readString(folder.resolve("asked"));
    assertEquals(status == 2 ? 2 : 0, failed, asked);
    assertTrue(
        asked.startsWith("thaw --version\nthaw package --outdated .github/thaw/Greet\n"), asked);
    assertEquals(work + "/.thaw\n", Files.readString(folder.resolve("path")));
    assertEquals(
        status == 1, asked.contains("\nthaw package . --function Greet --to managed"), asked);
    assertEquals(
        status == 1 && kept, asked.contains("\nthaw bench package --against former"), asked);
    assertEquals(status == 1, asked.contains("\ngh pr edit thaw/renew-Greet"), asked);
    if (status == 1) {
      String body = Files.readString(work.resolve("body.md"));
      assertTrue(body.contains("JVM: OUTDATED"), body);
      assertEquals(kept, body.contains("| 300 ms | 200 ms |"), body);
      assertEquals(
          0,
          shell(
              work,
              bin,
              "git -C ../origin show thaw/renew-Greet:.github/thaw/Greet/manifest.json"));
    }
  }

  private static void program(Path bin, String name, String script) throws Exception {
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  private int shell(Path work, Path bin, String script) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", script).directory(work.toFile());
    builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
    builder.environment().put("ASKED", folder.resolve("asked").toString());
    builder.environment().put("GITHUB_WORKSPACE", work.toString());
    builder.environment().put("GITHUB_PATH", folder.resolve("path").toString());
    builder.environment().put("GITHUB_OUTPUT", folder.resolve("outputs").toString());
    return builder
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said").toFile())
        .start()
        .waitFor();
  }

  /** The words that a shell gives to {@code thaw}. */
  private List<String> words(String command) throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", "thaw() { printf '%s\\n' \"$@\"; }; " + command)
            .redirectErrorStream(true)
            .start();
    List<String> words = new String(shell.getInputStream().readAllBytes()).lines().toList();
    assertEquals(0, shell.waitFor(), words.toString());
    return words;
  }
}
