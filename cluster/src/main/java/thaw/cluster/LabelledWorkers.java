package thaw.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.problem.UserMistake;

/** The workers that {@code thaw deploy} has put into a cluster. */
record LabelledWorkers(Cluster cluster) {
  /** All of a name, or all, by their names. */
  List<Pod> of(Optional<String> name) {
    return WorkerRollout.pods(
            cluster, name.map(each -> Map.of(WorkerObjects.NAME, each)).orElse(Map.of()))
        .stream()
        .sorted((a, b) -> a.getMetadata().getName().compareTo(b.getMetadata().getName()))
        .toList();
  }

  /** Whether it has anything at all, be there a pod or not, is another question. */
  static UserMistake none(Cluster cluster, Optional<String> name) {
    String whose = name.map(each -> "of " + each).orElse("that thaw deploy has made");
    return Mistakes.of("no-worker", whose, cluster.namespace());
  }
}
