package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.bench.BenchRequest;
import thaw.experiment.HostFacts;
import thaw.experiment.Plan.PageCacheState;
import thaw.fixture.SideBySide;
import thaw.model.FittedModel;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.problem.UserMistake;
import thaw.runtimeapi.log.Start;
import thaw.sandbox.SandboxHost;

@SideBySide
class LambdaChoiceTest {
  @TempDir private Path folder;

  private FittedModel of(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("summary.json"), text);
    return new LambdaChoice(false, List.of(file)).model().orElseThrow();
  }

  private static String summary(boolean snapStart, String begin) {
    return """
    {"variants": [{"name": "lambda", "totalMillis": null}, {"name": "local", "totalMillis": {"p50": 900}}],
     "lambda": {"arn": "arn:aws:lambda:eu-west-1:123456789012:function:pay", "runtime": "java21", "memoryMiB": 512, "snapStart": %s,
      "phases": [{"key": "%s", "local": {"p50": 400}, "lambda": {"p50": 700}},
       {"key": "handlerMillis", "local": {"p50": 300, "mean": 330}, "lambda": {"p50": 500, "mean": 560}},
       {"key": "beginningAndFirstMillis", "local": {"p50": 700}, "lambda": {"p50": 1200}},
       {"key": "billedMillis", "local": {"p50": 1}, "lambda": {"p50": 1}}]}}\
    """
        .formatted(snapStart, begin);
  }

  @Test
  void without_it_nothing_is_told() {
    assertTrue(LambdaChoice.NONE.model().isEmpty());
  }

  @Test
  void a_calibration_gives_a_pair_of_each_phase() throws IOException {
    List<ModelPair> own = of(summary(false, "initMillis")).own();
    assertEquals(
        List.of(ModelPhase.INIT, ModelPhase.FIRST, ModelPhase.TOTAL),
        own.stream().map(ModelPair::phase).toList());
    assertEquals("pay", own.getFirst().function());
    assertEquals(330, own.get(1).localMillis(), 1e-9, "as the published ones, the mean");
    assertEquals(560, own.get(1).lambdaMillis(), 1e-9);
    assertEquals(
        700, own.getLast().localMillis(), 1e-9, "as REPORT has it: the sum of init and Duration");
    assertEquals(1_200, own.getLast().lambdaMillis(), 1e-9);
  }

  @Test
  void a_restored_version_gives_one_of_restored_starts_alone() throws IOException {
    List<ModelPair> own = of(summary(true, "restoreMillis")).own();
    assertEquals(List.of(ModelPhase.RESTORED), own.stream().map(ModelPair::phase).toList());
  }

  @Test
  void a_start_without_a_snapshot_is_no_restore_whatever_the_function_has_configured()
      throws IOException {
    assertEquals(
        List.of(ModelPhase.INIT, ModelPhase.FIRST, ModelPhase.TOTAL),
        of(summary(true, "initMillis")).own().stream().map(ModelPair::phase).toList());
  }

  @Test
  void starts_of_two_kinds_are_refused() {
    String local = "\"local\": {\"p50\": 400}, ";
    String mixed =
        summary(true, "initMillis")
            .replace(
                "{\"key\": \"initMillis\", " + local,
                "{\"key\": \"restoreMillis\", "
                    + local
                    + "\"lambda\": null}, {\"key\": \"initMillis\", \"local\": null, ");
    UserMistake mistake = assertThrows(UserMistake.class, () -> of(mixed));
    assertTrue(
        mistake.getMessage().endsWith("of two kinds, restores here and inits on AWS"),
        mistake.getMessage());
    String other =
        summary(true, "restoreMillis")
            .replace(
                "{\"key\": \"restoreMillis\", " + local,
                "{\"key\": \"initMillis\", "
                    + local
                    + "\"lambda\": null}, {\"key\": \"restoreMillis\", \"local\": null, ");
    assertTrue(
        assertThrows(UserMistake.class, () -> of(other))
            .getMessage()
            .endsWith("inits here and restores on AWS"));
  }

  @Test
  void a_start_here_from_an_archive_of_the_functions_classes_is_refused() throws IOException {
    String plain = summary(false, "initMillis");
    assertEquals(
        3, of(plain.replace("\"local\", ", "\"local\", \"start\": \"plain\", ")).own().size());
    for (Start start : List.of(Start.AOT, Start.APPCDS)) {
      String archived =
          plain.replace("\"local\", ", "\"local\", \"start\": \"" + start.words() + "\", ");
      UserMistake mistake = assertThrows(UserMistake.class, () -> of(archived));
      assertTrue(mistake.getMessage().contains("archive") || mistake.getMessage().contains("AOT"));
      assertTrue(mistake.remedy().contains("--snap-start none"), mistake.remedy());
    }
  }

  @Test
  void a_summary_of_this_machine_alone_is_refused_with_what_to_take() {
    UserMistake mistake = assertThrows(UserMistake.class, () -> of("{\"variants\": []}"));
    assertTrue(mistake.getMessage().contains("has no figures of both"), mistake.getMessage());
  }

  private FittedModel measuredAt(String endpoint) throws IOException {
    return of(
        summary(false, "initMillis")
            .replace("\"arn\":", "\"endpoint\": " + endpoint + ", \"arn\":"));
  }

  @Test
  void a_summary_of_another_api_than_that_of_aws_is_refused() throws IOException {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> measuredAt("\"http://127.0.0.1:9001\""));
    assertTrue(
        mistake.getMessage().endsWith("its figures are of http://127.0.0.1:9001, and not of AWS"),
        mistake.getMessage());
    assertEquals(3, measuredAt("null").own().size());
    assertEquals(
        3,
        measuredAt("\"https://vpce-1.lambda.eu-west-1.vpce.amazonaws.com\"").own().size(),
        "AWS by an endpoint of a VPC");
  }

  @Test
  void the_folder_of_the_result_will_do() throws IOException {
    of(summary(false, "initMillis"));
    FittedModel model = new LambdaChoice(false, List.of(folder)).model().orElseThrow();
    assertEquals(3, model.own().size());
  }

  @Test
  void figures_of_another_processor_come_with_a_remark() throws IOException {
    String file = summary(false, "initMillis");
    assertEquals(List.of(), of(file).remarks());
    FittedModel other =
        of(file.replaceFirst("\\{", "{\"host\": {\"cpuModel\": \"6502 at 1 MHz\"}, "));
    assertEquals(1, other.remarks().size());
    assertTrue(other.remarks().getFirst().contains("was measured on 6502 at 1 MHz"));
    String here = HostFacts.read(SandboxHost.probe()).cpuModel();
    FittedModel same =
        of(file.replaceFirst("\\{", "{\"host\": {\"cpuModel\": \"" + here + "\"}, "));
    assertEquals(List.of(), same.remarks());
  }

  @Test
  void times_with_storage_as_on_lambda_are_refused_as_the_model_would_count_it_twice() {
    SourceChoice source = SourceChoice.of(folder);
    BenchRequest bench = BenchRequest.of(source, folder).withPageCache(PageCacheState.LAMBDA);
    LambdaChoice asked = new LambdaChoice(true, List.of());
    UserMistake mistake = assertThrows(UserMistake.class, () -> bench.withLambda(asked));
    assertTrue(mistake.getMessage().contains("--page-cache warm"), mistake.getMessage());
    assertTrue(mistake.remedy().contains("leave --page-cache out"), mistake.remedy());
  }

  @Test
  void a_file_that_is_not_there_or_not_json_is_refused() {
    Path none = folder.resolve("none.json");
    UserMistake absent =
        assertThrows(UserMistake.class, () -> new LambdaChoice(true, List.of(none)).model());
    assertEquals("the file to calibrate with does not exist: " + none, absent.getMessage());
    UserMistake place =
        assertThrows(UserMistake.class, () -> new LambdaChoice(true, List.of(folder)).model());
    assertEquals(
        "the file to calibrate with does not exist: " + folder.resolve("summary.json"),
        place.getMessage());
    UserMistake text = assertThrows(UserMistake.class, () -> of("summary"));
    assertTrue(text.getMessage().contains("it is not JSON"), text.getMessage());
    assertTrue(
        text.remedy().contains("thaw bench --on lambda FUNCTION --local FOLDER"), text.remedy());
  }
}
