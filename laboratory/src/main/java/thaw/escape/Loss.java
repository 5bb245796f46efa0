package thaw.escape;

import java.util.List;
import java.util.OptionalLong;

/**
 * An allocation that stays.
 *
 * @param sourceFile {@code Reading.java}; may be empty
 * @param reasons best evidence first; at least one
 * @param compiledIn the method whose compilation says so, into which the site's one may be inlined
 * @param bytes what it really allocated after it was compiled; empty where nobody counted
 */
public record Loss(
    Site site, String sourceFile, List<Reason> reasons, MethodName compiledIn, OptionalLong bytes) {
  public Loss {
    reasons = List.copyOf(reasons);
  }

  public Reason reason() {
    return reasons.getFirst();
  }
}
