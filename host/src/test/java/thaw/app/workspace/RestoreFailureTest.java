package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class RestoreFailureTest {
  private static final List<String> ALL = List.of("first", "second");

  @Test
  void the_restore_is_to_blame_for_what_fails_restored_before_and_after_it_was_answered_without() {
    assertEquals(
        List.of("second"),
        RestoreFailure.ofRestore(ALL, List.of(false, true), List.of(false, false)));
  }

  @Test
  void what_is_answered_afterwards_failed_for_its_data_or_its_order() {
    assertEquals(
        List.of(), RestoreFailure.ofRestore(ALL, List.of(true, true), List.of(true, true)));
  }
}
