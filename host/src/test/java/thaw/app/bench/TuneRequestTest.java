package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import thaw.app.choice.SourceChoice;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;
import thaw.tuning.LambdaPrices;
import thaw.tuning.TuneMix;

class TuneRequestTest {
  private static final BenchRequest BENCH =
      BenchRequest.of(SourceChoice.of(Path.of("app")), Path.of("out"));

  private static TuneRequest request(BenchRequest bench) {
    return new TuneRequest(
        bench, new TuneMix(0.01, 0.5), LambdaPrices.published(LambdaPrices.X86_64));
  }

  private static void assertMistake(String message, String remedy, Executable request) {
    UserMistake mistake = assertThrows(UserMistake.class, request);
    assertEquals(message, mistake.getMessage());
    assertTrue(mistake.remedy().contains(remedy), mistake.remedy());
  }

  @Test
  void shares_and_weights_are_from_0_to_1() {
    assertMistake(
        "--cold-share must be from 0 to 1: 5.0", "--cold-share 0.01", () -> new TuneMix(5, 0.5));
    assertMistake(
        "--balanced-weight must be from 0 to 1: -1.0",
        "--balanced-weight 0.5",
        () -> new TuneMix(0.01, -1));
    assertMistake(
        "--cold-share must be from 0 to 1: NaN",
        "--cold-share 0.01",
        () -> new TuneMix(Double.NaN, 0.5));
  }

  @Test
  void without_warm_invocations_there_is_nothing_to_weigh() {
    assertMistake("--warm must be at least 1: 0", "--warm 20", () -> request(BENCH.withWarm(0)));
  }

  @Test
  void an_architecture_without_a_price_is_refused() {
    assertMistake(
        "Lambda has no price for the architecture riscv64",
        "x86_64, arm64",
        () -> LambdaPrices.published("riscv64"));
  }

  @Test
  void without_memory_sizes_the_usual_ones_are_measured() {
    assertEquals(
        List.of(128, 256, 512, 1024, 1769),
        request(BENCH.withWarm(1)).bench().axes().memory().stream()
            .map(MemorySize::mebibytes)
            .toList());
  }
}
