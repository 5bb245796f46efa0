package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import thaw.function.constraint.Constraint;

class LongValueTest {
  @Test
  void a_value_that_is_too_long_for_a_pattern_does_not_satisfy_it() {
    Constraint pattern = Constraint.matches("(a|[b-z])+");
    assertTrue(pattern.holds("abc"));
    assertFalse(pattern.holds("a".repeat(5_000_000)));
  }
}
