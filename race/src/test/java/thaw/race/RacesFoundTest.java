package thaw.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.fixture.FirstCases;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.problem.UserMistake;

/** Process tests: the samples of {@code functions/races}, whose races are known. */
@Tag("linux")
@SideBySide
class RacesFoundTest {
  private static final Path SAMPLES = Path.of("../functions/races");

  /** Accesses that nothing orders, and two steps of which each is ordered: they come first. */
  private static final Set<String> OF_TWO_KINDS = Set.of("LostUpdate", "CheckThenAct");

  @TempDir private Path folder;

  private static RaceResult raced(SourceChoice source, String function) throws Exception {
    List<EventChoice> events =
        List.of(
            EventChoice.of(Optional.of("{\"user\": \"ann\", \"time\": \"1000\"}")),
            EventChoice.of(
                Optional.of("{\"user\": \"mary\", \"time\": \"2000\", \"admin\": \"root\"}")));
    return RaceJob.run(
        RaceRequest.of(source, FunctionChoice.of(Optional.ofNullable(function)), events),
        Progress.SILENT);
  }

  private static Set<String> subjects(String function) throws Exception {
    return raced(SourceChoice.of(SAMPLES), function).report().races().stream()
        .map(RaceReport.Race::subject)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Of each planted race: the function, and class and field. */
  private static Map<String, String> planted() throws IOException {
    Map<String, String> planted = new TreeMap<>();
    for (String line : Files.readAllLines(SAMPLES.resolve("planted.txt"))) {
      if (!line.startsWith("#")) {
        String[] words = line.split(" ");
        planted.put(words[0], words[1]);
      }
    }
    return planted;
  }

  static List<Arguments> races() throws IOException {
    return planted().entrySet().stream()
        .sorted(Comparator.comparing(each -> !OF_TWO_KINDS.contains(each.getKey())))
        .map(each -> Arguments.of(each.getKey(), each.getValue()))
        .toList();
  }

  static List<String> cleanFunctions() throws IOException {
    Set<String> withRaces = planted().keySet();
    return SourceChoice.of(SAMPLES).read().functions().stream()
        .map(each -> each.logicalId())
        .filter(each -> !withRaces.contains(each))
        .sorted()
        .toList();
  }

  @Test
  void races_are_planted_and_clean_functions_beside_them() throws IOException {
    assertTrue(races().size() >= 20, () -> "few races");
    assertTrue(cleanFunctions().size() >= 10, () -> "few clean functions");
  }

  @FirstCases(value = 2, rest = "each is one more sample; TwoStepsTest has both kinds, too")
  @ParameterizedTest
  @MethodSource("races")
  void a_race_is_found_with_class_and_field(String function, String subject) throws Exception {
    Set<String> found = subjects(function);
    assertTrue(found.stream().anyMatch(each -> each.endsWith("." + subject)), found.toString());
  }

  @Test
  void a_race_in_a_class_above_the_handler_is_the_only_one_found() throws Exception {
    assertEquals(Set.of("dev.thaw.samples.races.RequestState#user"), subjects("InheritedState"));
  }

  @Test
  void a_value_that_is_left_with_the_thread_shows_in_responses() throws Exception {
    RaceReport report = raced(SourceChoice.of(SAMPLES), "LeakingThreadLocal").report();
    assertTrue(
        report.responses().stream()
            .anyMatch(response ->
                response.serial().equals("\"hello null\"")
                    && response.concurrent().equals("\"hello root\"")),
        report.toString());
  }

  @Test
  void a_key_of_the_logging_context_of_logback_that_later_requests_log_is_found() throws Exception {
    RaceReport report = raced(SourceChoice.of(SAMPLES), "LeakingMdc").report();
    assertTrue(
        report.races().stream()
            .anyMatch(race -> race.type().equals("MDC") && race.subject().endsWith("admin")),
        report.toString());
  }

  @Test
  void the_report_names_the_class_that_a_developer_knows() throws Exception {
    assertEquals(
        "java.security.MessageDigest",
        raced(SourceChoice.of(SAMPLES), "SharedDigest").report().races().getFirst().type());
  }

  @FirstCases(value = 1, rest = "each is one more sample without a race")
  @ParameterizedTest
  @MethodSource("cleanFunctions")
  void a_clean_function_gives_no_alarm(String function) throws Exception {
    RaceResult result = raced(SourceChoice.of(SAMPLES), function);
    assertTrue(result.isGood(), result.report().toString());
    assertTrue(result.instrumented() > 0, "something was looked at");
  }

  @Thorough("It looks twice at one race; RaceRepeats, a benchmark, looks ten times at each")
  @Test
  void the_same_seed_finds_the_same_race() throws Exception {
    assertEquals(subjects("LostUpdate"), subjects("LostUpdate"));
  }

  @Test
  void a_response_with_the_time_of_day_is_not_taken_for_a_race() throws Exception {
    Sources.compile(folder.resolve("function"), CLOCK);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    assertTrue(
        raced(SourceChoice.of(folder), "Hello").isGood(), "seconds differ in serial requests, too");
  }

  @Test
  void a_function_without_classes_of_its_own_is_refused() throws IOException {
    Path classes = Sources.compile(folder.resolve("classes"), CODE);
    Sources.jar(classes, folder.resolve("function/lib/app.jar"));
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> raced(SourceChoice.of(folder), "Hello"));
    assertTrue(mistake.getMessage().contains("has no class of its own"), mistake.getMessage());
  }

  @Test
  void a_jar_that_is_none_is_named() throws IOException {
    Sources.compile(folder.resolve("function"), CODE);
    Files.createDirectories(folder.resolve("function/lib"));
    Files.writeString(folder.resolve("function/lib/broken.jar"), "no jar");
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> raced(SourceChoice.of(folder), "Hello"));
    assertTrue(
        mistake.getMessage().startsWith("lib/broken.jar cannot be read as a jar"),
        mistake.getMessage());
  }

  @Test
  void a_class_file_that_is_none_is_named() throws IOException {
    Sources.compile(folder.resolve("function"), CODE);
    Files.writeString(folder.resolve("function/com/example/Broken.class"), "no class");
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> raced(SourceChoice.of(folder), "Hello"));
    assertTrue(
        mistake.getMessage().startsWith("com/example/Broken.class cannot be read as a class file"),
        mistake.getMessage());
  }

  @Test
  void a_container_image_is_refused() throws IOException {
    Files.writeString(folder.resolve("image.tar"), "not read");
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Hello:
            Type: AWS::Serverless::Function
            Properties: {PackageType: Image, ImageUri: image.tar, MemorySize: 512}
        """);
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> raced(SourceChoice.of(folder), "Hello"));
    assertTrue(mistake.getMessage().contains("container image"), mistake.getMessage());
  }

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Hello:
          Type: AWS::Serverless::Function
          Properties: {CodeUri: function, Handler: com.example.Hello::handle, Runtime: java21, MemorySize: 512}
      """;

  private static final String CLOCK =
      """
      package com.example;
      public class Hello {
        public String handle(java.util.Map<String, String> event) {
          return "at " + System.currentTimeMillis() / 1000;
        }
      }
      """;

  private static final String CODE =
      """
      package com.example;
      public class Hello {
        public String handle(java.util.Map<String, String> event) { return "hello"; }
      }
      """;
}
