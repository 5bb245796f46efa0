package thaw.app.load;

import java.util.Optional;
import java.util.OptionalLong;
import thaw.report.text.LambdaView;

/** What a target tells of its environments while it is loaded. */
interface LoadedEnvironments {
  /** How many it has; negative when that is not known. */
  int environments();

  /** CPU time of what it has in sandboxes, in nanoseconds; empty when that is not known. */
  default OptionalLong functionCpuNanos() {
    return OptionalLong.empty();
  }

  /** Whether some of it came from an archive of the function's own classes. */
  default boolean areArchived() {
    return false;
  }

  /** What may be told of its cold starts. */
  default Optional<LambdaView> telling(Optional<LambdaView> lambda) {
    return lambda.map(view -> areArchived() ? view.ofArchived() : view);
  }
}
