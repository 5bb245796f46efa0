package thaw.runtimeapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestoreFaultTest {
  @Test
  void a_text_tells_which_fault_it_was_made_for() {
    assertEquals(
        Optional.of(RestoreFault.HOOK),
        RestoreFault.of(RestoreFault.told("f", RestoreFault.HOOK_FAILED + ": no\nnews")));
    String late = RestoreFault.late("the afterRestore hook of a.B", Duration.ofSeconds(10));
    assertEquals("the afterRestore hook of a.B did not end within 10 s", late);
    assertEquals(
        Optional.of(RestoreFault.TIMEOUT),
        RestoreFault.of(RestoreFault.told("f", late + ": it waits for a lock")));
    assertEquals(
        Optional.of(RestoreFault.NOT_READY), RestoreFault.of(RestoreFault.pending("1", "f")));
  }

  @Test
  void other_texts_tell_of_none() {
    assertEquals(Optional.empty(), RestoreFault.of("the project does not build"));
    assertEquals(
        Optional.empty(), RestoreFault.of(RestoreFault.told("f", "Runtime.Unknown: CRIU failed")));
  }
}
