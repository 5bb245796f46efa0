package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;

class OtherStartsTest {
  private static Explanation.Phase phase(PhaseName name, double millis) {
    return new Explanation.Phase(name, millis, millis, 1, List.of());
  }

  private static final Explanation LONG_INIT =
      Explanations.EMPTY
          .withTotal(new Explanation.Total(1550, 1000, 1))
          .withPhases(
              List.of(
                  phase(PhaseName.BOOT, 50),
                  phase(PhaseName.RUNTIME_CLIENT, 100),
                  phase(PhaseName.HANDLER_INIT, 900),
                  phase(PhaseName.FIRST_INVOCATION, 500)));

  private static FunctionDefinition function(String runtime, boolean snapStart) {
    return FunctionDefinitionBuilder.builder()
        .logicalId("F")
        .name("F")
        .code(new CodeSource.Folder(Path.of("/code")))
        .handler("a.B")
        .runtime(runtime)
        .memory(new MemorySize(512))
        .timeout(Duration.ofSeconds(3))
        .snapStart(snapStart)
        .build();
  }

  private static List<String> offered(
      FunctionDefinition function, int jdk, boolean official, Draft draft) {
    return OtherStarts.of(LONG_INIT, function, jdk, official, draft).stream()
        .map(Remedy::id)
        .toList();
  }

  @Test
  void a_restored_start_is_predicted_to_save_what_init_takes_and_not_the_first_invocation() {
    Remedy remedy =
        OtherStarts.of(LONG_INIT, function("java25", false), 25, true, Draft.UNCHANGED).getFirst();

    assertEquals("snap-start", remedy.id());
    assertEquals(RemedyKind.DIFFERENT, remedy.kind());
    assertTrue(remedy.predicted().highMillis() <= 1050, remedy.toString());
    assertTrue(remedy.predicted().lowMillis() > 500, remedy.toString());
  }

  @Test
  void what_is_there_already_or_cannot_be_is_not_offered() {
    FunctionDefinition plain = function("java25", false);
    assertEquals(
        List.of("snap-start", "runtime-client"), offered(plain, 25, true, Draft.UNCHANGED));
    assertEquals(List.of("snap-start"), offered(plain, 25, false, Draft.UNCHANGED));
    assertEquals(
        List.of("runtime-client"), offered(function("java25", true), 25, true, Draft.UNCHANGED));
    assertEquals(
        List.of("runtime-client"),
        offered(function("provided.al2023", false), 25, true, Draft.UNCHANGED));
    assertEquals(
        List.of("snap-start"), offered(function("java11", false), 11, true, Draft.UNCHANGED));
    Draft both = Draft.UNCHANGED;
    for (Remedy each : OtherStarts.of(LONG_INIT, plain, 25, true, both)) {
      both = both.with(each);
    }
    assertEquals(List.of(), offered(plain, 25, true, both));
  }

  @Test
  void what_other_programs_took_is_in_no_prediction_twice() {
    Explanation.CauseShare others =
        new Explanation.CauseShare(Cause.HOST_CONTENTION, 800, 0, List.of(), List.of(), List.of());
    Explanation busy =
        LONG_INIT.withPhases(
            List.of(
                phase(PhaseName.BOOT, 50),
                phase(PhaseName.RUNTIME_CLIENT, 100),
                new Explanation.Phase(PhaseName.HANDLER_INIT, 900, 900, 1, List.of(others)),
                phase(PhaseName.FIRST_INVOCATION, 500)));
    for (Remedy each : OtherStarts.of(busy, function("java25", false), 25, true, Draft.UNCHANGED)) {
      Remedy measured = each.amongOthers(busy);
      assertTrue(
          measured.predicted().highMillis() <= busy.total().wallMillis(), measured.toString());
    }
  }
}
