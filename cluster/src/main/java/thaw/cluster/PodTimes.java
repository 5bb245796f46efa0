package thaw.cluster;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import thaw.experiment.pods.PodClock;
import thaw.experiment.pods.PodClock.Step;

/**
 * The steps in the life of a Job's pods with their times by this machine's clock, as the API itself
 * gives whole seconds. The kubelet changes the state of a pod up to a second after its container
 * has started, and makes an event at once.
 *
 * @param changed pods, as they have changed
 */
record PodTimes(
    PodClock clock,
    BlockingQueue<Pod> changed,
    Map<String, Pod> latest,
    List<SharedIndexInformer<?>> watches)
    implements AutoCloseable {
  private static final Map<String, Step> REASONS =
      Map.of("Scheduled", Step.SCHEDULED, "Created", Step.CREATED, "Started", Step.STARTED);

  /**
   * @param job whose pods they are
   */
  static PodTimes of(Cluster cluster, String job) {
    PodClock clock = new PodClock();
    BlockingQueue<Pod> changed = new LinkedBlockingQueue<>();
    Map<String, Pod> latest = new ConcurrentHashMap<>();
    var pods = cluster.pods().withLabel(SampleJob.LABEL, job);
    List<String> earlier =
        pods.list().getItems().stream().map(pod -> pod.getMetadata().getName()).toList();
    var events = cluster.client().v1().events().inNamespace(cluster.namespace());
    return new PodTimes(
        clock,
        changed,
        latest,
        List.of(
            events.inform(
                told((Event event) ->
                    Optional.ofNullable(REASONS.get(event.getReason()))
                        .ifPresent(step -> clock.see(event.getInvolvedObject().getName(), step)))),
            pods.inform(
                told((Pod pod) -> {
                  String name = pod.getMetadata().getName();
                  if (!earlier.contains(name)) {
                    clock.see(name, Step.MADE);
                  }
                  latest.put(name, pod);
                  changed.add(pod);
                }))));
  }

  private static <T> ResourceEventHandler<T> told(Consumer<T> told) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T there) {
        told.accept(there);
      }

      @Override
      public void onUpdate(T before, T now) {
        told.accept(now);
      }

      @Override
      public void onDelete(T last, boolean unknown) {}
    };
  }

  /** The next pod that has changed; empty when none does in time. */
  Optional<Pod> next(Duration patience) throws InterruptedException {
    return Optional.ofNullable(changed.poll(patience.toMillis(), TimeUnit.MILLISECONDS));
  }

  static boolean hasEnded(Pod pod) {
    return Set.of("Succeeded", "Failed").contains(pod.getStatus().getPhase());
  }

  /** Returns why a pod waits that has not ended, where its conditions say so. */
  Optional<String> waiting() {
    return latest.values().stream()
        .filter(pod -> !hasEnded(pod))
        .flatMap(pod -> pod.getStatus().getConditions().stream())
        .filter(each -> each.getStatus().equals("False"))
        .flatMap(each -> Optional.ofNullable(each.getMessage()).stream())
        .findFirst();
  }

  @Override
  public void close() {
    watches.forEach(SharedIndexInformer::close);
  }
}
