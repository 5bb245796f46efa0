package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.runtimeapi.InvocationOutcome;

/** Who waits for the end of a request, and gives up. */
class AwaitedEndTest {
  private final List<InvocationOutcome> told = new ArrayList<>();
  private final AwaitedEnd end = new AwaitedEnd(told::add);

  @Test
  void who_was_interrupted_is_not_told_of_an_answer_any_more() {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, end::await);
    end.answered(new InvocationOutcome.Success(new byte[1]));
    assertEquals(List.of(), told);
  }

  @Test
  void a_small_answer_is_passed_on_before_anybody_waits() {
    InvocationOutcome answer = new InvocationOutcome.Success(new byte[1]);
    end.answered(answer);
    assertEquals(List.of(answer), told);
  }
}
