package thaw.app.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The terms on which a server runs as one of several of a cluster.
 *
 * @param drain so long what it has accepted may take after it was told to end; the grace period of
 *     a pod must be longer
 * @param fitsNode whether it takes as many requests at once as the node's memory holds environments
 * @param variables a folder with variables of functions, a file each
 * @param outsideSchedules names of schedules of which another clock tells when they are due
 * @param pushesTo image in a registry that gets the snapshots which are made here
 */
public record WorkerTerms(
    Duration drain,
    boolean fitsNode,
    Optional<Path> variables,
    Set<String> outsideSchedules,
    Optional<String> pushesTo) {
  /** Kubernetes kills a pod 30 s after it has told it to end. */
  public static final Duration DEFAULT_DRAIN = Duration.ofSeconds(25);

  public WorkerTerms {
    outsideSchedules = Set.copyOf(outsideSchedules);
    if (!drain.isPositive()) {
      throw new IllegalArgumentException("must be positive: drain=" + drain);
    }
  }
}
