package thaw.cluster;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ScalableResource;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.experiment.Sample;
import thaw.experiment.Turns;
import thaw.experiment.pods.PodLine;

/**
 * Cold starts of one variant as pods of an Indexed Job. A pod that is lost is made again by the
 * Job; what a Job has not made in the end is made by another one.
 *
 * @param atOnce samples of one Job
 * @param failed how the last pod ended that was no sample; at first nothing
 */
record SampleJobs(
    Cluster cluster, SampleJob made, int atOnce, Progress progress, AtomicReference<String> failed)
    implements Turns.Side {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final int LOG_END = 400;

  /** The time in seconds without a sample after which it is said why no pod has ended. */
  private static final int SECONDS_OF_SILENCE = 60;

  private static final String INDEX = "batch.kubernetes.io/job-completion-index";

  @Override
  public String name() {
    return made.start().name();
  }

  @Override
  public String start() {
    return "pod";
  }

  @Override
  public void prepare() {
    found().ifPresent(_ -> progress.line("the Job %s runs still".formatted(made.start().id())));
  }

  @Override
  public void measure(List<Integer> numbers, Consumer<Sample> kept) throws InterruptedException {
    Set<Integer> left = new TreeSet<>(numbers);
    while (!left.isEmpty() && !Interruption.hasBegun()) { // which deletes the Job
      int before = left.size();
      if (found().filter(job -> Collections.disjoint(SampleJob.samples(job), left)).isPresent()) {
        delete(); // its samples are here already
      }
      try (PodTimes times = PodTimes.of(cluster, made.start().id())) {
        follow(times, left, kept);
      } catch (KubernetesClientException e) {
        throw Cluster.refused("the Job " + made.start().id(), e);
      }
      delete();
      if (left.size() == before && !Interruption.hasBegun()) {
        throw Mistakes.of("no-sample", made.start().id(), cluster.namespace(), failed.get());
      }
    }
  }

  /** Takes samples until all of a Job are here, or it has ended. */
  private void follow(PodTimes times, Set<Integer> left, Consumer<Sample> kept)
      throws InterruptedException {
    Job job = found().orElseGet(() -> made.at(cluster, List.copyOf(left)).create());
    if (Interruption.hasBegun()) { // since it was asked: what deletes Jobs may have been here
      delete();
      return;
    }
    List<Integer> numbers = SampleJob.samples(job);
    int silent = 0;
    while (!Collections.disjoint(numbers, left)) {
      Optional<Pod> pod = times.next(PATIENCE);
      if (pod.isPresent()) {
        // Those of an earlier Job of that name may be there for a moment.
        if (pod.get().getMetadata().getOwnerReferences().stream()
            .anyMatch(each -> each.getUid().equals(job.getMetadata().getUid()))) {
          WorkerRollout.requireImage(pod.get(), made.start().image());
          silent = take(pod.get(), times, numbers, left, kept) ? 0 : silent;
        }
        continue;
      }
      silent++;
      if (silent == SECONDS_OF_SILENCE) {
        times.waiting().ifPresent(why -> progress.line("no pod has ended for a while: " + why));
      }
      Optional<Job> there = found();
      if (there.isEmpty() || hasEnded(there.get())) {
        return; // also when somebody has deleted it
      }
    }
  }

  /** Returns whether it was a sample. */
  private boolean take(
      Pod pod, PodTimes times, List<Integer> numbers, Set<Integer> left, Consumer<Sample> kept) {
    int number = numbers.get(Integer.parseInt(pod.getMetadata().getAnnotations().get(INDEX)));
    if (!PodTimes.hasEnded(pod) || !left.contains(number)) {
      return false;
    }
    String id = pod.getMetadata().getName();
    String log;
    try {
      log = cluster.pods().withName(id).getLog();
    } catch (KubernetesClientException e) {
      return false; // the log went with the pod or its node: another pod is made
    }
    Optional<Sample> sample = PodLine.read(log, name(), number);
    if (sample.isEmpty()) {
      PodLine.mistake(log)
          .ifPresent(mistake -> {
            throw mistake;
          });
      failed.set(end(pod) + Cluster.line(log.substring(Math.max(0, log.length() - LOG_END))));
      return false;
    }
    left.remove(number);
    kept.accept(PodLine.on(pod.getSpec().getNodeName(), times.clock().phases(id), sample.get()));
    return true;
  }

  private static String end(Pod pod) {
    return WorkerRollout.containers(pod)
        .flatMap(each -> Stream.ofNullable(each.getState().getTerminated()))
        .map(end -> "; one ended with %d (%s): ".formatted(end.getExitCode(), end.getReason()))
        .findFirst()
        .orElse("; one ended (%s): ".formatted(pod.getStatus().getReason()));
  }

  private static boolean hasEnded(Job job) {
    return job.getStatus() != null
        && job.getStatus().getConditions().stream()
            .anyMatch(each ->
                Set.of("Complete", "Failed").contains(each.getType())
                    && each.getStatus().equals("True"));
  }

  private ScalableResource<Job> resource() {
    var jobs = cluster.client().batch().v1().jobs();
    return jobs.inNamespace(cluster.namespace()).withName(made.start().id());
  }

  private Optional<Job> found() {
    return Optional.ofNullable(resource().get());
  }

  /** Asks the cluster, and changes nothing. */
  void tryOut() {
    try {
      if (found().isEmpty()) {
        made.at(cluster, List.of(1)).dryRun().create();
      }
    } catch (KubernetesClientException e) {
      throw Cluster.refused("the Job " + made.start().id(), e);
    }
  }

  /**
   * Deletes the Job. If the cluster is out of reach by now, it only says so, and the samples are
   * kept.
   */
  void end() {
    try {
      delete();
    } catch (KubernetesClientException e) {
      progress.line(
          "the Job %s may be there still: %s".formatted(made.start().id(), e.getMessage()));
    }
  }

  /** Deletes the Job with its pods; does nothing where there is none. */
  void delete() {
    resource().withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
  }
}
