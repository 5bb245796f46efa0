package thaw.app.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import thaw.app.choice.SourceChoice;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;
import thaw.tuning.TuneMix;

class TuneRequestTest {
  private static final TuneRequest USUAL =
      TuneRequest.of(SourceChoice.of(Path.of("app")), Path.of("out"));

  private static void assertMistake(String message, String remedy, Executable request) {
    UserMistake mistake = assertThrows(UserMistake.class, request);
    assertEquals(message, mistake.getMessage());
    assertTrue(mistake.remedy().contains(remedy), mistake.remedy());
  }

  @Test
  void shares_and_weights_are_from_0_to_1() {
    assertMistake(
        "--cold-share must be from 0 to 1: 5.0",
        "--cold-share 0.01",
        () -> USUAL.withMix(new TuneMix(5, 0.5)));
    assertMistake(
        "--balanced-weight must be from 0 to 1: -1.0",
        "--balanced-weight 0.5",
        () -> USUAL.withMix(new TuneMix(0.01, -1)));
    assertMistake(
        "--cold-share must be from 0 to 1: NaN",
        "--cold-share 0.01",
        () -> USUAL.withMix(new TuneMix(Double.NaN, 0.5)));
  }

  @Test
  void without_warm_invocations_there_is_nothing_to_weigh() {
    assertMistake("--warm must be at least 1: 0", "--warm 20", () -> USUAL.withWarm(0));
  }

  @Test
  void an_architecture_without_a_price_is_refused() {
    assertMistake(
        "Lambda has no price for the architecture riscv64",
        "x86_64, arm64",
        () -> USUAL.withArchitecture(Optional.of("riscv64")));
  }

  @Test
  void statuses_that_are_meant_are_those_of_the_measurement() {
    assertEquals(List.of(404), USUAL.withStatuses(List.of(404)).measured().statuses());
  }

  @Test
  void without_memory_sizes_the_usual_ones_are_measured() {
    assertEquals(
        List.of(128, 256, 512, 1024, 1769),
        USUAL.measured().axes().memory().stream().map(MemorySize::mebibytes).toList());
  }
}
