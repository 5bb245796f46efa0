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
import thaw.model.FittedModel;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.problem.UserMistake;

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
       {"key": "handlerMillis", "local": {"p50": 300}, "lambda": {"p50": 500}},
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
    assertEquals(
        900, own.getLast().localMillis(), 1e-9, "start to response has the start of the process");
    assertEquals(1_200, own.getLast().lambdaMillis(), 1e-9);
  }

  @Test
  void a_restored_version_gives_one_of_restored_starts_alone() throws IOException {
    List<ModelPair> own = of(summary(true, "restoreMillis")).own();
    assertEquals(List.of(ModelPhase.RESTORED), own.stream().map(ModelPair::phase).toList());
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
  void a_file_that_is_not_there_or_a_folder_or_not_json_is_refused() {
    Path none = folder.resolve("none.json");
    UserMistake absent =
        assertThrows(UserMistake.class, () -> new LambdaChoice(true, List.of(none)).model());
    assertEquals("the file to calibrate with does not exist: " + none, absent.getMessage());
    UserMistake place =
        assertThrows(UserMistake.class, () -> new LambdaChoice(true, List.of(folder)).model());
    assertEquals("the file to calibrate with is a folder: " + folder, place.getMessage());
    UserMistake text = assertThrows(UserMistake.class, () -> of("summary"));
    assertTrue(text.getMessage().contains("it is not JSON"), text.getMessage());
    assertTrue(
        text.remedy().contains("thaw bench --on lambda FUNCTION --local FOLDER"), text.remedy());
  }
}
