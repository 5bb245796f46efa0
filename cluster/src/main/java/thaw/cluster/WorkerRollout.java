package thaw.cluster;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/** Waits until workers are ready, or until it is clear that they will not be. */
final class WorkerRollout {
  private static final long POLL_MILLIS = 500;

  /** What the kubelet says of an image that it cannot have. */
  private static final Set<String> NO_IMAGE =
      Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");

  /** A label of Knative's. */
  private static final String REVISION = "serving.knative.dev/revision";

  private final Cluster cluster;
  private final WorkerPlan plan;

  WorkerRollout(Cluster cluster, WorkerPlan plan) {
    this.cluster = cluster;
    this.plan = plan;
  }

  /**
   * How many are ready, all that are wanted unless the time is over.
   *
   * @throws UserMistake when a node refuses the image
   */
  int await(Duration patience) throws InterruptedException {
    int wanted = plan.scale().least();
    long end = System.nanoTime() + patience.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    while (true) {
      List<Pod> pods = pods(cluster, Map.of(WorkerObjects.NAME, plan.name()));
      pods.forEach(pod -> requireImage(pod, plan.image()));
      int ready = plan.engine() == ClusterEngine.KNATIVE ? readyOfRevision(pods) : readyOfNewest();
      long left = end - System.nanoTime();
      if (ready >= wanted || left <= 0) {
        return ready;
      }
      if (never.await(
          Math.min(POLL_MILLIS, TimeUnit.NANOSECONDS.toMillis(left) + 1), TimeUnit.MILLISECONDS)) {
        return ready;
      }
    }
  }

  /** Pods of an earlier revision are ready, too, until the new one is. */
  private int readyOfRevision(List<Pod> pods) {
    GenericKubernetesResource service =
        cluster
            .all("serving.knative.dev/v1 Service")
            .map(all -> all.withName(plan.name()).get())
            .orElse(null);
    return service == null ? 0 : readyOfRevision(service, pods);
  }

  static int readyOfRevision(GenericKubernetesResource service, List<Pod> pods) {
    Number observed = service.get("status", "observedGeneration");
    Long generation = service.getMetadata().getGeneration();
    String newest = service.get("status", "latestCreatedRevisionName");
    if (newest == null
        || generation != null && (observed == null || observed.longValue() < generation)) {
      return 0;
    }
    return (int)
        pods.stream()
            .filter(WorkerRollout::isReady)
            .filter(pod -> newest.equals(pod.getMetadata().getLabels().get(REVISION)))
            .count();
  }

  /** Those of an earlier deployment are ready, too, until the new ones are. */
  private int readyOfNewest() {
    GenericKubernetesResource workers =
        cluster
            .all("apps/v1 " + (plan.events().isPresent() ? "StatefulSet" : "Deployment"))
            .map(all -> all.withName(plan.name()).get())
            .orElse(null);
    return workers == null
        ? 0
        : ready(
            workers.getMetadata().getGeneration(),
            workers.get("status", "observedGeneration"),
            workers.get("status", "replicas"),
            workers.get("status", "updatedReplicas"),
            workers.get("status", "readyReplicas"));
  }

  /** As kubectl rollout status counts: what is old may be ready, and is not meant. */
  static int ready(
      @Nullable Long generation,
      @Nullable Number observed,
      @Nullable Integer all,
      @Nullable Integer updated,
      @Nullable Integer ready) {
    if (generation != null && (observed == null || observed.longValue() < generation)) {
      return 0;
    }
    int newest = orNone(updated);
    int old = Math.max(0, orNone(all) - newest);
    return Math.min(newest, Math.max(0, orNone(ready) - old));
  }

  private static int orNone(@Nullable Integer number) {
    return number == null ? 0 : number;
  }

  /** Of workers, which have the label of all that thaw deploy has made. */
  static List<Pod> pods(Cluster cluster, Map<String, String> labels) {
    return cluster
        .pods()
        .withLabel(WorkerObjects.MANAGED_BY, WorkerObjects.MANAGER)
        .withLabels(labels)
        .list()
        .getItems();
  }

  static boolean isReady(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null
        && pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(each -> each.getType().equals("Ready") && each.getStatus().equals("True"));
  }

  /**
   * @throws UserMistake when its node says that it cannot have it
   */
  static void requireImage(Pod pod, String image) {
    if (pod.getStatus() == null) {
      return;
    }
    for (ContainerStatus status : pod.getStatus().getContainerStatuses()) {
      Optional<String> reason = waiting(status);
      if (reason.filter(NO_IMAGE::contains).isPresent()) {
        throw new UserMistake(
            "the node %s cannot have the image %s: %s"
                .formatted(
                    pod.getSpec().getNodeName(),
                    image,
                    Optional.ofNullable(status.getState().getWaiting().getMessage())
                        .orElse(reason.get())),
            "push it where nodes pull from, thaw package --to worker --registry, and name a Secret"
                + " for a private registry: --pull-secret NAME");
      }
    }
  }

  /** Why a container does not run. */
  static Optional<String> waiting(ContainerStatus status) {
    ContainerState state = status.getState();
    return state == null || state.getWaiting() == null
        ? Optional.empty()
        : Optional.ofNullable(state.getWaiting().getReason());
  }
}
