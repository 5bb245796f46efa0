package thaw.cluster;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/** Waits until workers are ready, or until it is clear that they will not be. */
final class WorkerRollout {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** The kubelet's reasons for a container whose image it cannot get. */
  private static final Set<String> NO_IMAGE =
      Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");

  /**
   * The kubelet's reasons for a pod whose volumes, Secrets or network namespace it cannot provide.
   */
  private static final Set<String> NO_START =
      Set.of("FailedMount", "FailedAttachVolume", "FailedCreatePodSandBox");

  private static final String RUNS = "running";

  /** States of a container that is about to be ready. */
  private static final Set<String> STARTING = Set.of("ContainerCreating", "PodInitializing", RUNS);

  /** Knative's words for an image that it cannot have; then it makes no pod at all. */
  private static final String UNFETCHED = "Unable to fetch image";

  /** The scheduler's further words, that it did not end other pods. */
  private static final String BESIDES = "\\.? (no new claims|preemption:).*";

  /** A volume is made when a pod asks for it, so this is usual for a while. */
  private static final String UNBOUND = "unbound immediate PersistentVolumeClaims";

  private final Cluster cluster;
  private final WorkerPlan plan;
  private final Map<String, String> labels;
  private final Set<Event> earlier;

  /** Something that keeps workers from running; it is told once for a key. */
  private record Obstacle(String key, String words) {}

  /**
   * Notes what is said by now, which is about earlier workers: it is to be made before anything is
   * deployed.
   *
   * @param labels of pods of what is deployed, and of no earlier ones
   */
  WorkerRollout(Cluster cluster, WorkerPlan plan, Map<String, String> labels) {
    this.cluster = cluster;
    this.plan = plan;
    this.labels = labels;
    this.earlier = warnings();
  }

  /**
   * Returns how many workers are ready, which are all that are wanted unless the time is over.
   * Where none has to stay, Knative starts one to try it: then 1 when that one was ready.
   *
   * @param said gets what keeps them from it, as soon as the cluster says it: a node may come yet
   * @throws UserMistake when a node, or Knative, cannot have the image
   */
  int await(Duration patience, Consumer<String> said) throws InterruptedException {
    int least = plan.scale().least();
    long end = System.nanoTime() + patience.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    Set<String> known = new HashSet<>();
    while (true) {
      List<Pod> pods = pods(cluster, labels);
      pods.forEach(pod -> requireImage(pod, plan.image()));
      List<Map<String, String>> conditions =
          workers().map(WorkerRollout::conditions).orElse(List.of());
      long ready =
          least > 0
              ? pods.stream().filter(WorkerRollout::isReady).count()
              : conditions.stream().filter(each -> is(each, "ConfigurationsReady", "True")).count();
      if (ready >= Math.max(1, least)) {
        return (int) ready;
      }
      long left = end - System.nanoTime();
      Stream.of(
              pods.stream().flatMap(pod -> obstacles(pod, left <= 0)),
              conditions.stream().flatMap(this::obstacles),
              warnings().stream()
                  .filter(each -> !earlier.contains(each))
                  .flatMap(each -> obstacles(each, pods)))
          .flatMap(each -> each)
          .filter(each -> known.add(each.key()))
          .forEach(each -> said.accept(each.words()));
      if (left <= 0 || never.await(Math.min(POLL_NANOS, left), TimeUnit.NANOSECONDS)) {
        return (int) ready;
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

  /** Returns the conditions of workers; none while they are of an earlier deploy. */
  private static List<Map<String, String>> conditions(GenericKubernetesResource workers) {
    Long generation = workers.getMetadata().getGeneration();
    Number observed = workers.get("status", "observedGeneration");
    return generation != null && (observed == null || observed.longValue() < generation)
        ? List.of()
        : Optional.ofNullable(workers.<List<Map<String, String>>>get("status", "conditions"))
            .orElse(List.of());
  }

  private static boolean is(Map<String, String> condition, String type, String status) {
    return type.equals(condition.get("type")) && status.equals(condition.get("status"));
  }

  /**
   * Returns the cluster's warnings about problems for which no object has a condition, such as pods
   * that a StatefulSet may not make, or resources that no node has.
   */
  private Set<Event> warnings() {
    try {
      var events = cluster.client().v1().events().inNamespace(cluster.namespace());
      return Set.copyOf(events.withField("type", "Warning").list().getItems());
    } catch (KubernetesClientException e) { // nobody has to let us read events
      return Set.of();
    }
  }

  private Stream<Obstacle> obstacles(Event event, List<Pod> pods) {
    String why = Cluster.line("" + event.getMessage());
    String name = "" + event.getInvolvedObject().getName();
    if (plan.events().isPresent() && name.equals(plan.name())) {
      return "FailedCreate".equals(event.getReason()) ? Stream.of(noPod(why)) : Stream.empty();
    }
    return pods.stream()
        .filter(pod -> name.equals(pod.getMetadata().getName()))
        .filter(_ -> NO_START.contains("" + event.getReason()))
        .map(_ -> new Obstacle(name + why, "%s does not start: %s".formatted(name, why)));
  }

  /** Returns the obstacle that no pod is made, as where a quota or a rule for pods forbids them. */
  private static Obstacle noPod(@Nullable String why) {
    return new Obstacle(
        "" + why, "the cluster makes no pod: %s; ask whoever runs it".formatted(why));
  }

  /**
   * Returns the obstacle that a condition of a Deployment or of a Knative Service names. A Service
   * that is not {@code Ready} has the words of its route, which give no cause.
   */
  private Stream<Obstacle> obstacles(Map<String, String> condition) {
    String why = Cluster.line("" + condition.get("message"));
    if (is(condition, "ReplicaFailure", "True")) {
      return Stream.of(noPod(why));
    }
    if (!is(condition, "ConfigurationsReady", "False")) {
      return Stream.empty();
    }
    Mistakes.require(!why.contains(UNFETCHED), "no-image", "Knative", plan.image(), why);
    return Stream.of(new Obstacle(why, "Knative has no worker that is ready: " + why));
  }

  /**
   * Returns why a worker does not run, where its scheduler or its node says it: once for all
   * workers.
   */
  private Stream<Obstacle> obstacles(Pod pod, boolean isOver) {
    if (pod.getStatus() == null || isReady(pod) || isEnding(pod)) {
      return Stream.empty();
    }
    String name = pod.getMetadata().getName();
    return Stream.concat(
        pod.getStatus().getConditions().stream()
            .filter(each -> "Unschedulable".equals(each.getReason()))
            .map(each -> ("" + each.getMessage()).replaceFirst(BESIDES, ""))
            .filter(why -> isOver || !why.contains(UNBOUND))
            .map(why ->
                new Obstacle(why, "no node takes %s: %s%s".formatted(name, why, remedy(why)))),
        containers(pod)
            .filter(each -> isOver || !STARTING.contains(state(each)))
            .map(each -> obstacle(name, each)));
  }

  /**
   * Returns the obstacle of a container, with its state as the key, and not what is said: pauses
   * become longer.
   */
  private Obstacle obstacle(String pod, ContainerStatus status) {
    String words =
        STARTING.contains(state(status))
            ? "%s is not ready yet (%s); see kubectl describe pod %1$s"
            : "%s does not run: %s; see thaw logs --on kubernetes %s";
    return new Obstacle(state(status), words.formatted(pod, words(status), plan.name()));
  }

  private static String state(ContainerStatus status) {
    return waiting(status).orElse(RUNS);
  }

  /** Environments are memory that is set aside, and a worker asks for the CPU of one of them. */
  private static String remedy(String why) {
    if (why.contains("Insufficient memory")) {
      return "; lower --environments or --memory, or add nodes";
    }
    if (why.contains("Insufficient cpu") || why.contains("Too many pods")) {
      return "; lower --workers, or add nodes";
    }
    return why.contains(UNBOUND) ? "; see kubectl get persistentvolumeclaims" : "";
  }

  /** Returns the workers that have these labels and were made by {@code thaw deploy}. */
  static List<Pod> pods(Cluster cluster, Map<String, String> labels) {
    var ours = cluster.pods().withLabel(WorkerObjects.MANAGED_BY, WorkerObjects.MANAGER);
    return ours.withLabels(labels).list().getItems();
  }

  static boolean isEnding(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  static boolean isReady(Pod pod) {
    return !isEnding(pod)
        && pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(each -> each.getType().equals("Ready") && each.getStatus().equals("True"));
  }

  /**
   * @throws UserMistake when its node says that it cannot have it
   */
  static void requireImage(Pod pod, String image) {
    String node = "the node " + pod.getSpec().getNodeName();
    for (ContainerStatus each : containers(pod).toList()) {
      Mistakes.require(!NO_IMAGE.contains(state(each)), "no-image", node, image, words(each));
    }
  }

  /** Returns the states of a pod's containers; there are none of a pod that nothing is known of. */
  static Stream<ContainerStatus> containers(Pod pod) {
    return Stream.ofNullable(pod.getStatus())
        .flatMap(status -> status.getContainerStatuses().stream());
  }

  /** Returns why a container waits. */
  private static String words(ContainerStatus status) {
    return Optional.ofNullable(status.getState())
        .map(ContainerState::getWaiting)
        .map(ContainerStateWaiting::getMessage)
        .orElse(state(status));
  }

  /** Returns the reason why a container does not run; empty where it does not wait. */
  static Optional<String> waiting(ContainerStatus status) {
    return Optional.ofNullable(status.getState())
        .map(ContainerState::getWaiting)
        .map(ContainerStateWaiting::getReason);
  }
}
