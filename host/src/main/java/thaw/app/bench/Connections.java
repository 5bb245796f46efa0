package thaw.app.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.heap.HeldLogin;

/**
 * The connections of a snapshot, and what was tried of them.
 *
 * @param dead those that its clones do not have
 * @param problem why nothing is known of them; absent where it is
 * @param firstRequest what the first requests after restores did, as a part of a sentence; may be
 *     empty
 * @param trial restores with a hook of Thaw's; absent where that has nothing to close
 * @param sources files of the function's with such a hook
 * @param logins that do not hold for ever
 * @param refusedLater what a clone failed with that was restored as of later; absent where it was
 *     answered, or not tried
 */
record Connections(
    List<DeadConnections> dead,
    Optional<String> problem,
    String firstRequest,
    Optional<PoolTrial> trial,
    List<Path> sources,
    List<HeldLogin> logins,
    Optional<String> refusedLater) {
  Connections {
    dead = List.copyOf(dead);
    sources = List.copyOf(sources);
    logins = List.copyOf(logins);
  }

  /** Returns whether first requests failed, and none did with the hook. */
  boolean isMendedByHook() {
    return firstRequest.contains(" failed: ")
        && trial.filter(each -> each.answered() == each.restores()).isPresent();
  }
}
