package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.recording.Window;

class SharesTest {
  private static Scale.Sized sized(
      PhaseName phase, Cause cause, String owner, String firstParty, double millis) {
    Part part =
        PartBuilder.builder()
            .run(1)
            .window(Window.Kind.INIT)
            .phase(phase)
            .nanos(1)
            .thread("main")
            .critical(true)
            .cause(cause)
            .owner(owner)
            .requester(owner)
            .firstParty(firstParty)
            .definedClass("")
            .weight(millis)
            .samples(1)
            .frames(List.of())
            .build();
    return new Scale.Sized(part, millis);
  }

  @Test
  void phases_are_in_their_order_and_rows_by_size() {
    List<Explanation.Phase> tree =
        Shares.tree(
            List.of(
                sized(PhaseName.FIRST_INVOCATION, Cause.JSON, "a", "", 1),
                sized(PhaseName.BOOT, Cause.VM_START, "JDK", "", 2),
                sized(PhaseName.BOOT, Cause.GC, "JDK", "", 3),
                sized(PhaseName.BOOT, Cause.GC, "b", "", 4)),
            Map.of(PhaseName.BOOT, 5.0));
    assertEquals(
        List.of(PhaseName.BOOT, PhaseName.FIRST_INVOCATION),
        tree.stream().map(Explanation.Phase::name).toList());
    Explanation.Phase boot = tree.getFirst();
    assertEquals(9, boot.wallMillis());
    assertEquals(5, boot.cpuMillis());
    assertEquals(0, tree.getLast().cpuMillis());
    assertEquals(
        List.of(Cause.GC, Cause.VM_START, Cause.UNEXPLAINED),
        boot.causes().stream().map(Explanation.CauseShare::cause).toList());
    assertEquals(
        List.of(new Explanation.OwnerShare("b", 4), new Explanation.OwnerShare("JDK", 3)),
        boot.causes().getFirst().owners());
    assertEquals(2, boot.causes().getFirst().samples());
  }

  @Test
  void what_is_unexplained_is_always_a_row() {
    Explanation.Phase phase =
        Shares.tree(
                List.of(
                    sized(PhaseName.BOOT, Cause.GC, "JDK", "", 3),
                    sized(PhaseName.BOOT, Cause.UNEXPLAINED, "short waits", "", 1)),
                Map.of())
            .getFirst();
    assertEquals(.75, phase.explainedRatio());
    assertEquals(1, phase.causes().getLast().millis());
    Explanation.Phase known =
        Shares.tree(List.of(sized(PhaseName.BOOT, Cause.GC, "JDK", "", 3)), Map.of()).getFirst();
    assertEquals(1, known.explainedRatio());
    assertEquals(Cause.UNEXPLAINED, known.causes().getLast().cause());
    assertEquals(0, known.causes().getLast().millis());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void causes_sum_up_to_their_phase_and_owners_to_no_more_than_their_cause(long seed) {
    Random random = new Random(seed);
    List<Scale.Sized> parts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      parts.add(
          sized(
              PhaseName.values()[random.nextInt(PhaseName.values().length)],
              Cause.values()[random.nextInt(Cause.values().length)],
              random.nextInt(4) == 0 ? "" : "library " + random.nextInt(9),
              random.nextBoolean() ? "" : "example.Handler.m" + random.nextInt(5),
              random.nextDouble() * 10));
    }
    List<Explanation.Phase> tree = Shares.tree(parts, Map.of());
    double all = tree.stream().mapToDouble(Explanation.Phase::wallMillis).sum();
    assertEquals(Shares.sum(parts), all, 1e-9 * all);
    for (Explanation.Phase phase : tree) {
      double causes = phase.causes().stream().mapToDouble(Explanation.CauseShare::millis).sum();
      assertEquals(phase.wallMillis(), causes, 1e-9 * all);
      for (Explanation.CauseShare cause : phase.causes()) {
        for (List<Explanation.OwnerShare> owners :
            List.of(cause.owners(), cause.requesters(), cause.firstParty())) {
          double owned = owners.stream().mapToDouble(Explanation.OwnerShare::millis).sum();
          assertTrue(owned <= cause.millis() + 1e-9 * all, () -> cause.toString());
        }
      }
    }
  }
}
