package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;

class PredictionTest {
  private static Explanation explanation(double wall, double host) {
    return Explanations.EMPTY
        .withTotal(new Explanation.Total(wall, 500, 1))
        .withPhases(
            List.of(
                new Explanation.Phase(
                    PhaseName.HANDLER_INIT,
                    wall,
                    500,
                    1,
                    List.of(
                        new Explanation.CauseShare(
                            Cause.HOST_CONTENTION, host, 1, List.of(), List.of(), List.of())))));
  }

  @Test
  void what_other_programs_take_holds_up_what_is_gained_too() {
    Prediction alone = new Prediction(300, 600);

    assertEquals(alone, alone.amongOthers(explanation(2000, 0)));
    assertEquals(new Prediction(400, 800), alone.amongOthers(explanation(2000, 500)));
    assertEquals(alone, alone.amongOthers(explanation(0, 0)));
    assertEquals(
        new Prediction(250, 500),
        alone.amongOthers(explanation(500, 0)),
        "no more than the start that it is taken from");
  }
}
