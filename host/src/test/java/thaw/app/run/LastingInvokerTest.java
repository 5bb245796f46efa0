package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.pool.RequestOutcome;
import thaw.pool.ThrottleReason;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

class LastingInvokerTest {
  private static final Invocation EVENT = new Invocation("a", new byte[0]);
  private static final RequestOutcome SUCCESS =
      completed(new InvocationOutcome.Success(new byte[0]));
  private static final RequestOutcome FAILURE =
      completed(new InvocationOutcome.Failure("Runtime.ExitError", "it ended", new byte[0]));

  private static RequestOutcome completed(InvocationOutcome outcome) {
    return new RequestOutcome.Completed(outcome, Optional.empty(), "$LATEST");
  }

  private static RequestOutcome invoke(RequestOutcome outcome, boolean ends) throws Exception {
    return new LastingInvoker((function, invocation) -> outcome, () -> ends).invoke("f", EVENT);
  }

  @Test
  void a_failure_is_the_functions_own_while_the_program_lives() throws Exception {
    assertSame(FAILURE, invoke(FAILURE, false));
  }

  @Test
  void what_the_end_cut_off_has_no_outcome() {
    assertThrows(InterruptedException.class, () -> invoke(FAILURE, true));
    RequestOutcome throttled = new RequestOutcome.Throttled(ThrottleReason.ACCOUNT_CONCURRENCY);
    assertThrows(InterruptedException.class, () -> invoke(throttled, true));
  }

  @Test
  void what_a_function_has_done_while_the_program_ends_is_not_done_again() throws Exception {
    assertSame(SUCCESS, invoke(SUCCESS, true));
  }
}
