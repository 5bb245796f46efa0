package thaw.app.load;

import java.util.Optional;
import java.util.OptionalLong;
import thaw.report.shared.LambdaView;

/** The facts about its environments that a target tells while it is loaded. */
interface LoadedEnvironments {
  /** Returns the number of environments; negative when it is not known. */
  int environments();

  /** CPU time of what it has in sandboxes, in nanoseconds; empty when that is not known. */
  default OptionalLong functionCpuNanos() {
    return OptionalLong.empty();
  }

  /** Returns whether some of it came from an archive of the function's own classes. */
  default boolean areArchived() {
    return false;
  }

  /** Returns the view by which cold starts of this target are predicted for Lambda. */
  default Optional<LambdaView> telling(Optional<LambdaView> lambda) {
    return lambda.map(view -> areArchived() ? view.ofArchived() : view);
  }
}
