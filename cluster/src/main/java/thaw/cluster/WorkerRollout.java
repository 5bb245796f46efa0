package thaw.cluster;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.problem.UserMistake;

/** Waits until workers are ready, or until it is clear that they will not be. */
final class WorkerRollout {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** What the kubelet says of an image that it cannot have. */
  private static final Set<String> NO_IMAGE =
      Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");

  /** What it says of a container that is about to run. */
  private static final Set<String> STARTING = Set.of("ContainerCreating", "PodInitializing");

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
   * @param said gets what keeps them from it, as soon as the cluster says it: a node may come yet
   * @throws UserMistake when a node refuses the image
   */
  int await(Duration patience, Consumer<String> said) throws InterruptedException {
    int wanted = plan.scale().least();
    long end = System.nanoTime() + patience.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    Set<String> known = new HashSet<>();
    while (true) {
      List<Pod> pods = pods(cluster, Map.of(WorkerObjects.NAME, plan.name()));
      pods.forEach(pod -> requireImage(pod, plan.image()));
      Optional<GenericKubernetesResource> workers = workers();
      int ready = workers.map(found -> ready(plan.engine(), found, pods)).orElse(0);
      long left = end - System.nanoTime();
      if (ready >= wanted) {
        return ready;
      }
      Stream.concat(
              pods.stream().flatMap(WorkerRollout::obstacles),
              workers.stream().flatMap(WorkerRollout::failures))
          .filter(known::add)
          .forEach(said);
      if (left <= 0 || never.await(Math.min(POLL_NANOS, left), TimeUnit.NANOSECONDS)) {
        return ready;
      }
    }
  }

  private Optional<GenericKubernetesResource> workers() {
    return cluster
        .all(
            plan.engine() == ClusterEngine.KNATIVE
                ? "serving.knative.dev/v1 Service"
                : "apps/v1 " + (plan.events().isPresent() ? "StatefulSet" : "Deployment"))
        .map(all -> all.withName(plan.name()).get());
  }

  /** Why a worker does not run, where its scheduler or its node says it. */
  static Stream<String> obstacles(Pod pod) {
    if (pod.getStatus() == null || pod.getMetadata().getDeletionTimestamp() != null) {
      return Stream.empty();
    }
    return Stream.concat(
        pod.getStatus().getConditions().stream()
            .filter(each -> "Unschedulable".equals(each.getReason()))
            .map(each ->
                "no node takes %s: %s; lower --environments or --memory, or add nodes"
                    .formatted(pod.getMetadata().getName(), each.getMessage())),
        pod.getStatus().getContainerStatuses().stream()
            .filter(each -> waiting(each).filter(reason -> !STARTING.contains(reason)).isPresent())
            .map(each ->
                "%s does not run: %s; see thaw logs --on kubernetes"
                    .formatted(
                        pod.getMetadata().getName(), each.getState().getWaiting().getMessage())));
  }

  /** Why there are no pods, as where a quota or a rule for pods forbids them. */
  private static Stream<String> failures(GenericKubernetesResource workers) {
    return Stream.ofNullable(workers.<List<Map<String, String>>>get("status", "conditions"))
        .flatMap(List::stream)
        .filter(
            each -> "ReplicaFailure".equals(each.get("type")) && "True".equals(each.get("status")))
        .map(each ->
            "the cluster makes no pod: %s; ask whoever runs it".formatted(each.get("message")));
  }

  static int ready(ClusterEngine engine, GenericKubernetesResource workers, List<Pod> pods) {
    Long generation = workers.getMetadata().getGeneration();
    Number observed = workers.get("status", "observedGeneration");
    if (generation != null && (observed == null || observed.longValue() < generation)) {
      return 0; // what is told is of an earlier deploy
    }
    return engine == ClusterEngine.KNATIVE
        ? readyOfRevision(workers, pods)
        : readyOfNewest(workers);
  }

  /** Pods of an earlier revision are ready, too, until the new one is. */
  private static int readyOfRevision(GenericKubernetesResource service, List<Pod> pods) {
    String newest = service.get("status", "latestCreatedRevisionName");
    return (int)
        pods.stream()
            .filter(WorkerRollout::isReady)
            .filter(pod -> Objects.equals(newest, pod.getMetadata().getLabels().get(REVISION)))
            .count();
  }

  /** As kubectl rollout status counts: what is old may be ready, and is not meant. */
  private static int readyOfNewest(GenericKubernetesResource workers) {
    int newest = count(workers, "updatedReplicas");
    int old = Math.max(0, count(workers, "replicas") - newest);
    return Math.min(newest, Math.max(0, count(workers, "readyReplicas") - old));
  }

  private static int count(GenericKubernetesResource workers, String what) {
    return Optional.<Integer>ofNullable(workers.get("status", what)).orElse(0);
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
