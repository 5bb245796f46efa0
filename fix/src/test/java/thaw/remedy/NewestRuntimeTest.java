package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.function.JavaRuntimes;

class NewestRuntimeTest {
  private static final Explanation SLOW =
      Explanations.EMPTY
          .withTotal(new Explanation.Total(1000, 1000, 1))
          .withPhases(
              List.of(
                  phase(PhaseName.BOOT, Cause.CLASS_LINK, 50),
                  phase(PhaseName.HANDLER_INIT, Cause.CLASS_DEFINE, 200),
                  phase(PhaseName.HANDLER_INIT, Cause.LIBRARY, 500),
                  phase(PhaseName.FIRST_INVOCATION, Cause.INVOKEDYNAMIC, 40),
                  phase(PhaseName.LATER_INVOCATIONS, Cause.RESOLUTION, 70)));

  private static Explanation.Phase phase(PhaseName name, Cause cause, double millis) {
    return new Explanation.Phase(
        name,
        millis,
        millis,
        1,
        List.of(new Explanation.CauseShare(cause, millis, 0, List.of(), List.of(), List.of())));
  }

  private static Remedy remedy(Draft draft) {
    return NewestRuntime.of(SLOW, draft, "java17", "nothing was found");
  }

  @Test
  void a_function_moves_once_and_only_from_an_older_managed_runtime() {
    assertTrue(NewestRuntime.isNewer(Optional.of(17), Draft.UNCHANGED));
    assertTrue(NewestRuntime.isNewer(Optional.of(8), Draft.UNCHANGED));
    assertFalse(NewestRuntime.isNewer(Optional.of(JavaRuntimes.NEWEST), Draft.UNCHANGED));
    assertFalse(NewestRuntime.isNewer(Optional.empty(), Draft.UNCHANGED), "of another kind");
    Remedy move = remedy(Draft.UNCHANGED);
    Draft moved = Draft.UNCHANGED.with(move);
    assertFalse(NewestRuntime.isNewer(Optional.of(17), moved));
    assertEquals("runtime-" + JavaRuntimes.NEWEST, move.id());
    assertEquals(Optional.of(JavaRuntimes.NEWEST), moved.runtime());
    assertTrue(move.what().endsWith("nothing was found"), move.what());
  }

  @Test
  void the_managed_runtime_gets_it_and_a_package_spares_what_the_older_archive_leaves() {
    assertEquals(new Prediction(0, 100), remedy(Draft.UNCHANGED).predicted());
    Remedy archive =
        Family.CLASS_ARCHIVE.remedy(
            Optional.empty(), "", new Prediction(0, 0), new Change.Archive());
    Draft archived = Draft.UNCHANGED.with(archive);
    assertEquals(new Prediction(0, 240), remedy(archived).predicted());
    Draft both = archived.with(remedy(archived));
    assertEquals(
        List.of("runtime-" + JavaRuntimes.NEWEST),
        both.deployedLike(Draft.UNCHANGED).remedies().stream().map(Remedy::id).toList());
    assertTrue(remedy(archived).change().makesAnotherProgram(), "it is explained anew");
  }
}
