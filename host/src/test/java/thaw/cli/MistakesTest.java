package thaw.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.app.choice.EventChoice;
import thaw.app.shared.Folders;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.problem.UserMistake;

/** Every bad input that the project promises an answer to: one line of cause and a remedy. */
@SideBySide
class MistakesTest {
  private static final String HANDLER = "com.example.Hello::handle";
  private static final String SOURCE =
      "package com.example; public class Hello { public String handle() { return \"hello\"; } }";

  @TempDir static Path classes;
  @TempDir Path folder;
  private Path task;

  @BeforeAll
  static void a_function() throws IOException {
    Sources.compile(classes, SOURCE);
  }

  @BeforeEach
  void its_package() throws IOException {
    task = Sources.jar(classes, folder.resolve("hello.jar"));
  }

  // ---- what to run ----

  @Test
  void a_folder_that_nobody_has_built_is_refused_when_run_starts() throws IOException {
    Files.writeString(folder.resolve("Hello.java"), SOURCE);
    Files.delete(task);
    Transcript run = Transcript.of("run", "--port", "0", folder, "--handler", HANDLER);
    assertEquals(2, run.exit(), run.err());
    assertTrue(run.err().contains("is not in the deployment package"), run.err());
    assertEquals("", run.out(), "it has not taken requests");
  }

  @Test
  void another_build_that_is_not_there_is_refused_before_anything_is_started() {
    Transcript bench = Transcript.of("bench", task, "--handler", HANDLER, "--against", "HEAD~1");
    bench.assertMistake(
        "--against must be a folder, template, jar or zip with the other build: HEAD~1 does not"
            + " exist",
        "for a revision of git, lay its tree beside this one: git worktree add ../before HEAD~1");
    assertFalse(bench.err().contains("building"), bench.err());
  }

  @Test
  void a_fix_is_applied_or_undone() {
    Transcript.of("fix", "--apply", "--undo")
        .assertMistake("--apply and --undo exclude each other", "give one of them");
  }

  @Test
  void an_empty_folder_can_become_a_project() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Transcript.of("invoke", empty)
        .assertMistake(
            empty
                + " has no template.yaml, and no class with RequestHandler or RequestStreamHandler",
            "add --handler package.Class::method, or make a new project: thaw init");
  }

  @Test
  void a_folder_whose_templates_lie_deeper() throws Exception {
    Path root = Files.createDirectories(folder.resolve("root"));
    Path below = Files.createDirectories(root.resolve("services/orders"));
    Files.writeString(below.resolve("template.yaml"), "Resources: {}");
    Transcript.of("why", root, "--function", "Orders")
        .assertMistake(
            root + " has no template, and one folder below it has one: " + below,
            "name such a folder instead of " + root + ": " + below);
  }

  @Test
  void a_missing_file_or_folder() {
    invoke(folder.resolve("helo.jar"))
        .assertMistake(
            "the path does not exist: " + folder.resolve("helo.jar"),
            "correct the path; beside it there is hello.jar");
    invoke(folder.resolve("none/at/all"))
        .assertMistake(
            "the path does not exist: " + folder.resolve("none/at/all"), "correct the path");
    Transcript.of("invoke", folder.resolve("none.yaml"))
        .assertMistake(
            folder.resolve("none.yaml") + " does not exist",
            "name a SAM template, a jar or a folder");
  }

  @Test
  void a_file_of_another_kind() throws IOException {
    Path text = Files.writeString(folder.resolve("hello.txt"), "hello");
    invoke(text)
        .assertMistake(
            "the path must be a .jar, a .zip or a folder: " + text,
            "name the jar or zip that your build makes, or the project's folder");
  }

  @Test
  void a_broken_zip() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.zip"), "not a zip");
    invoke(broken)
        .assertMistake(
            broken
                + " is not a zip that can be read: its end is missing, so it is cut off or not a zip at all",
            "build or download it again");
    Path cut = folder.resolve("cut.jar");
    byte[] whole = Files.readAllBytes(task);
    Files.write(cut, java.util.Arrays.copyOf(whole, whole.length - 30));
    assertTrue(invoke(cut).err().contains("thaw: " + cut + " is not a zip that can be read: "));
  }

  @Test
  void a_jar_without_a_handler() {
    Transcript.of("invoke", task)
        .assertMistake(
            task
                + " has no class with RequestHandler or RequestStreamHandler, and not one public"
                + " method that alone could be the handler",
            "name it: --handler package.Class::method");
  }

  @Test
  void a_handler_that_is_none() {
    Transcript.of("invoke", task, "--handler", "com.example.Hello:handle")
        .assertMistake(
            "Handler of a Java function must name a class, or class::method:"
                + " com.example.Hello:handle",
            "write it as package.Class::method or package.Class");
  }

  @Test
  void a_missing_handler_class() {
    Transcript.of("invoke", task, "--handler", "com.exmaple.Hello::handle")
        .assertMistake(
            "function hello.jar: class com.exmaple.Hello is not in the deployment package",
            "use com.example.Hello::handle");
  }

  @Test
  void a_wrong_method() {
    Transcript.of("invoke", task, "--handler", "com.example.Hello::handel")
        .assertMistake(
            "function hello.jar: class com.example.Hello has no method handel",
            "use com.example.Hello::handle");
  }

  // ---- templates ----

  @Test
  void a_template_that_is_not_yaml() throws IOException {
    Path template = Files.writeString(folder.resolve("template.yaml"), "Resources:\n  F: [\n");
    Transcript.of("invoke", folder)
        .assertMistake(
            template
                + ":3:1: this is not valid YAML: expected the node content, but found '<stream"
                + " end>'",
            "mend the YAML at this place or just above it");
  }

  @Test
  void code_in_s3() throws IOException {
    Path template = template("s3://bucket/key", HANDLER, "java25", "");
    Transcript.of("invoke", folder)
        .assertMistake(
            template + ":6:7: CodeUri lies in S3, Thaw runs local code only",
            "set CodeUri to the local jar, zip or folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ruby3.4", "nodejs22.x"})
  void a_runtime_that_is_unknown(String runtime) throws IOException {
    template("hello.jar", HANDLER, runtime, "");
    Transcript.of("invoke", folder)
        .assertMistake(
            "unknown runtime: " + runtime,
            "use one of java11, java17, java21, java25 (or java8.al2, run on a newer JDK)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"java7", "java12", "java22"})
  void a_java_runtime_that_lambda_does_not_have(String runtime) throws IOException {
    Path template = template("hello.jar", HANDLER, runtime, "");
    Transcript.of("invoke", folder)
        .assertMistake(
            template + ":8:7: unknown runtime: " + runtime,
            "use one of java11, java17, java21, java25 (or java8.al2, run on a newer JDK)");
  }

  @Test
  void a_second_name_is_the_functions_and_is_not_given_twice() throws IOException {
    template("hello.jar", HANDLER, "java25", "");
    Transcript byOption = Transcript.of("invoke", folder, "--function", "Goodbye");
    assertEquals(2, byOption.exit());
    assertTrue(byOption.err().contains("Goodbye"), byOption.err());
    assertEquals(byOption.err(), Transcript.of("invoke", folder, "Goodbye").err());
    Transcript.of("invoke", folder, "Goodbye", "--function", "Hello")
        .assertMistake("two functions are named: Goodbye and Hello", "leave out one of the names");
  }

  @Test
  void memory_out_of_range() throws IOException {
    Path template = template("hello.jar", HANDLER, "java25", "MemorySize: 64");
    Transcript transcript = Transcript.of("invoke", folder);
    assertEquals(2, transcript.exit());
    assertTrue(transcript.err().startsWith("thaw: " + template + ":9:7: "), transcript.err());
    for (String command : List.of("invoke", "bench")) {
      run(command, "--memory", "64")
          .assertMistake(
              "memory size must be 128...10240 MB: 64",
              "choose a MemorySize that Lambda offers, for example 512");
      run(command, "--memory", "10241")
          .assertMistake(
              "memory size must be 128...10240 MB: 10241",
              "choose a MemorySize that Lambda offers, for example 512");
    }
  }

  // ---- options ----

  @Test
  void an_option_that_does_not_exist() {
    run("invoke", "--evnt")
        .assertMistake("Unknown option: '--evnt'", "use --event, or see thaw invoke --help");
    Transcript.of("invok")
        .assertMistake("Unknown command: 'invok'", "use invoke, or see thaw --help");
    Transcript.of("wy", ".").assertMistake("Unknown command: 'wy'", "use why, or see thaw --help");
    Transcript.of("--nothing-like-it")
        .assertMistake("Unknown option: '--nothing-like-it'", "see thaw --help");
    String argument = "use thaw run TEMPLATE without an option's name, or see thaw run --help";
    Transcript.of("run", "-t", "template.yaml").assertMistake("Unknown option: '-t'", argument);
    Transcript.of("run", "--template-file=template.yaml")
        .assertMistake("Unknown option: '--template-file=template.yaml'", argument);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          invoke | --memory     | much | Invalid value for option '--memory': 'much' is not an int | --memory 512
          invoke | --times      | 1.5  | Invalid value for option '--times': '1.5' is not an int | --times 5
          bench  | --runs       | many | Invalid value for option '--runs': 'many' is not an int | --runs 5
          bench  | --memory     | 512M | Invalid value for option '--memory' (MB): '512M' is not an int | --memory 512
          bench  | --page-cache | hot  | --page-cache must be warm, cold or lambda: hot | --page-cache warm or --page-cache cold or --page-cache lambda
          package | --to        | zip  | --to must be provided, managed, image, runtime or worker: zip | --to provided or --to managed or --to image or --to runtime or --to worker
          """)
  void an_option_with_a_value_of_the_wrong_kind(
      String command, String option, String value, String cause, String example) {
    run(command, option, value)
        .assertMistake(cause, "use " + example + ", or see thaw " + command + " --help");
  }

  @Test
  void help_is_a_command_as_well() {
    Transcript all = Transcript.of("help");
    assertEquals(0, all.exit(), all.err());
    assertTrue(all.out().contains("Usage: thaw"), all.out());
    Transcript bench = Transcript.of("help", "bench");
    assertEquals(0, bench.exit(), bench.err());
    assertEquals(Transcript.of("bench", "--help").out(), bench.out());
  }

  @ParameterizedTest
  @CsvSource({"bench, --runs, 0, 30", "bench, --runs, -1, 30", "invoke, --times, 0, 5"})
  void fewer_than_one(String command, String option, String value, String example) {
    run(command, option, value)
        .assertMistake(
            option + " must be at least 1: " + value, "use for example " + option + " " + example);
  }

  @Test
  void an_event_that_is_missing_or_no_json() throws IOException {
    Path none = folder.resolve("none.json");
    run("invoke", "--event", none)
        .assertMistake(
            "cannot read the event " + none,
            "name an existing file, or give JSON text such as '{\"key\":\"value\"}'");
    Path bad = Files.writeString(folder.resolve("bad.json"), "{\n  \"a\": 1,\n}\n");
    Transcript transcript = run("invoke", "--event", bad);
    assertEquals(2, transcript.exit());
    assertTrue(
        transcript.err().startsWith("thaw: the event is not JSON: " + bad + ", line 3 column "),
        transcript.err());
    assertEquals(2, run("invoke", "--event", "{\"a\":").exit());
    assertEquals(2, run("bench", "--event", "{} {}").exit());
  }

  @Test
  void a_function_or_variant_that_does_not_exist() {
    run("invoke", "--function", "Other")
        .assertMistake("no function has the name Other", "use one of: hello.jar");
    run("bench", "--variant", "Other")
        .assertMistake("no function or variant has the name Other", "use one of: hello.jar");
    run("snapstart", "--function", "Other")
        .assertMistake("no function or variant has the name Other", "use one of: hello.jar");
    run("tune", "--function", "Other", "--memory", "512,1024")
        .assertMistake("no function or variant has the name Other", "use one of: hello.jar");
  }

  @Test
  void several_functions_and_none_chosen() throws IOException {
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function: {CodeUri: hello.jar, Handler: 'com.example.Hello::handle', Runtime: java25}
        Resources:
          One: {Type: AWS::Serverless::Function}
          Two: {Type: AWS::Serverless::Function}
        """);
    Transcript.of("invoke", folder)
        .assertMistake("the template has 2 functions", "choose with --function: One, Two");
  }

  @Test
  void functions_of_other_languages_are_no_choice() throws IOException {
    String template =
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function: {CodeUri: hello.jar, Handler: 'com.example.Hello::handle', Runtime: java25}
        Resources:
          One: {Type: AWS::Serverless::Function}
          Two: {Type: AWS::Serverless::Function, Properties: {Runtime: nodejs22.x}}
          Three: {Type: AWS::Serverless::Function, Properties: {Runtime: python3.13, InlineCode: x}}
        """;
    Files.writeString(folder.resolve("template.yaml"), template);
    Transcript alone = Transcript.of("generate-event", folder);
    assertTrue(alone.err().contains(" tells which event One gets"), alone.err());
    Files.writeString(
        folder.resolve("template.yaml"),
        template
            + """
              Four: {Type: AWS::Serverless::Function}
              Five: {Type: AWS::Serverless::Function, Properties: {CodeUri: no.jar}}
            """);
    Transcript.of("invoke", folder)
        .assertMistake(
            "the template has 2 functions that can be started, and Five that cannot"
                + " (--function NAME says why)",
            "choose with --function: One, Four");
    Files.writeString(
        folder.resolve("template.yaml"),
        template.replace("nodejs22.x", "custom") + "  Four: {Type: AWS::Serverless::Function}\n");
    Transcript.of("invoke", folder)
        .assertMistake(
            "the template has 2 functions that can be started, and Two that cannot"
                + " (--function NAME says why)",
            "choose with --function: One, Four");
  }

  @Test
  void an_event_may_be_any_json_value_a_file_or_standard_input() throws IOException {
    Path odd = Files.writeString(folder.resolve("41"), "{\"of\": \"a file\"}");
    InputStream in = System.in;
    try {
      System.setIn(new ByteArrayInputStream("[1]".getBytes(UTF_8)));
      assertEquals("[1]", new String(EventChoice.read("-", "--event"), UTF_8));
    } finally {
      System.setIn(in);
    }
    for (String value : List.of("41", "-1.5e3", "true", "false", "null", "\"text\"")) {
      assertEquals(value, new String(EventChoice.read(value, "--event"), UTF_8));
    }
    assertEquals("{\"of\": \"a file\"}", new String(EventChoice.read("@" + odd, "--event"), UTF_8));
    run("invoke", "--event", "041")
        .assertMistake(
            "cannot read the event 041",
            "name an existing file, or give JSON text such as '{\"key\":\"value\"}'");
  }

  @Test
  void a_worker_that_would_lose_events_or_has_no_time_to_end() {
    run("run", "--worker")
        .assertMistake(
            "a worker without --data would lose the events that it has accepted when it is killed",
            "add --data FOLDER, on a volume that outlives the container");
    run("run", "--drain", "5").assertMistake("--drain is for workers only", "add --worker");
    run("run", "--worker", "--drain", "0")
        .assertMistake("--drain must be at least 1: 0", "use for example --drain 25");
  }

  @Test
  void a_timeout_that_lambda_does_not_have() {
    for (String command : List.of("invoke", "bench", "why")) {
      run(command, "--timeout", "901")
          .assertMistake("--timeout must be 1..900 s: 901", "use for example --timeout 10");
    }
  }

  @Test
  void what_cannot_be_is_told_before_anything_is_built() throws IOException {
    Path project =
        Files.createDirectories(folder.resolve("project/src/main/java")).resolve("../../..");
    Files.writeString(project.resolve("pom.xml"), "<project>not a project</project>");
    Path file = Files.createFile(folder.resolve("taken"));
    Object[] unbuildable = {project.normalize(), "--handler", HANDLER};
    for (String command : List.of("bench", "why")) {
      Transcript transcript =
          Transcript.of(command, unbuildable[0], unbuildable[1], unbuildable[2], "--out", file);
      assertTrue(
          transcript.err().contains("thaw: cannot write results to " + file), transcript.err());
    }
    for (String command : List.of("invoke", "bench", "why")) {
      Transcript transcript =
          Transcript.of(command, unbuildable[0], unbuildable[1], unbuildable[2], "--jdk", "99");
      assertTrue(transcript.err().contains("thaw: no JDK 99 was found"), transcript.err());
      assertFalse(transcript.err().contains("building"), transcript.err());
    }
  }

  @Test
  void a_jdk_that_is_not_there() {
    Transcript unknown = run("invoke", "--jdk", "99");
    assertEquals(2, unknown.exit());
    assertTrue(unknown.err().contains("thaw: no JDK 99 was found; there are: 25"), unknown.err());
    Transcript folderOnly = run("invoke", "--jdk", folder);
    assertTrue(folderOnly.err().contains("thaw: " + folder + " is not a JDK"), folderOnly.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          variants: [                            | :1:12: not YAML: expected the node content, but found '<stream end>'
          {function: Hello, memmory: 512}        | :1:28: unknown member: memmory
          {function: Hello, memory: [128, much]} | :1:33: memory must be a number of MB: much
          {function: Hello, memory: 64}          | :1:27: memory size must be 128...10240 MB: 64
          {memory: 512}                          | :1:1: an entry needs a function or code
          hello                                  | :1:1: names with values are expected here
          """)
  void a_bad_file_of_variants(String text, String cause) throws IOException {
    Path file = Files.writeString(folder.resolve("variants.yaml"), text);
    Transcript transcript = run("bench", "--variants", file);
    assertEquals(2, transcript.exit());
    assertTrue(
        transcript.err().startsWith("thaw: " + file + cause + "\nRemedy: "), transcript.err());
    Path none = folder.resolve("none.yaml");
    run("bench", "--variants", none)
        .assertMistake("cannot read " + none, "name an existing file with --variants");
  }

  @Test
  void a_bad_budget_costs_no_measurement() throws IOException {
    Path budget = Files.writeString(folder.resolve("limits.yaml"), "{coldStart: fast}");
    run("bench", "--budget", budget)
        .assertMistake(
            budget + ":1:13: coldStart must be a number of ms: fast", "write it without a unit");
    Files.writeString(budget, "{function: Helo, coldStart: 1}");
    run("bench", "--budget", budget)
        .assertMistake(
            budget + ":1:29: no function has the name Helo", "use one of: hello.jar, hello");
    Path none = folder.resolve("none.yaml");
    run("bench", "--budget", none)
        .assertMistake("cannot read " + none, "name an existing file with --budget");
  }

  // ---- the host ----

  @Test
  void a_folder_for_results_that_cannot_be_written() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    run("bench", "--runs", "1", "--out", file)
        .assertMistake(
            "cannot write results to " + file + ": there is a file of that name",
            "name a folder that can be written with --out");
    Path inProc = Path.of("/proc/thaw/results");
    run("bench", "--runs", "1", "--out", inProc)
        .assertMistake(
            "cannot write results to " + inProc + ": it cannot be created",
            "name a folder that can be written with --out");
  }

  @Test
  void a_cache_that_cannot_be_written() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> Folders.of(Map.of("XDG_CACHE_HOME", "/proc/no-cache")));
    assertEquals("the cache folder cannot be made: /proc/no-cache/thaw", mistake.getMessage());
    assertEquals("let XDG_CACHE_HOME name a folder that can be written", mistake.remedy());
  }

  private Transcript invoke(Path source) {
    return Transcript.of("invoke", source, "--handler", HANDLER);
  }

  private Transcript run(String command, Object... options) {
    List<Object> words = new ArrayList<>(List.of(command, task, "--handler", HANDLER));
    words.addAll(List.of(options));
    return Transcript.of(words.toArray());
  }

  private Path template(String codeUri, String handler, String runtime, String more)
      throws IOException {
    return Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Hello:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: %s
              Handler: %s
              Runtime: %s
              %s
        """
            .formatted(codeUri, handler, runtime, more));
  }
}
