package thaw.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.packaging.WorkerSnapshots;
import thaw.app.run.WorkerTerms;
import thaw.app.shared.Progress;
import thaw.cli.ClusterProgram;
import thaw.cli.ExitCode;
import thaw.cli.ServingOptions;
import thaw.cli.SourceOptions;
import thaw.cli.TerminalProgress;

/** {@code thaw deploy}: workers in a cluster, from a template. */
@Command(
    name = ClusterProgram.DEPLOY,
    description = ClusterProgram.DEPLOY_DESCRIPTION,
    resourceBundle = "thaw.cluster.deploy",
    mixinStandardHelpOptions = true)
final class DeployCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(names = "--target", paramLabel = "kubernetes|knative", required = true)
  private ClusterEngine engine = ClusterEngine.KUBERNETES;

  @Option(names = "--image", paramLabel = "IMAGE", required = true)
  private String image = "";

  @Option(names = "--name", paramLabel = "NAME")
  private @Nullable String name;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--environments", paramLabel = "N")
  private int environments = WorkerPlan.DEFAULT_ENVIRONMENTS;

  @Option(names = "--memory", paramLabel = "SIZE")
  private @Nullable String memory;

  @Option(names = "--workers", paramLabel = "N|MIN..MAX")
  private @Nullable String workers;

  @Mixin private ServingOptions serving = new ServingOptions();

  @Option(names = "--serve", paramLabel = "API")
  private @Nullable String served;

  @Option(names = "--pull-secret", paramLabel = "NAME")
  private @Nullable String pullSecret;

  @Option(names = "--snapshots", paramLabel = "IMAGE")
  private @Nullable String snapshots;

  @Option(names = "--push-secret", paramLabel = "NAME")
  private @Nullable String pushSecret;

  @Option(names = "--node-root")
  private boolean nodeRoot;

  @Option(names = "--keda", paramLabel = "URL")
  private @Nullable String prometheus;

  @Option(names = "--keep-events", paramLabel = "SIZE")
  private @Nullable String events;

  @Option(names = "--dry-run")
  private boolean dryRun;

  @Option(names = "--wait", paramLabel = "SECONDS")
  private int waitSeconds = 180;

  @Option(names = "--strict")
  private boolean strict;

  @Override
  public Integer call() throws InterruptedException {
    Progress progress = TerminalProgress.standard();
    DeployedTemplate read = DeployedTemplate.read(source.choice());
    read.application().warnings().forEach(warning -> progress.line("warning: " + warning));
    WorkerPod pod = read.pod(plan(read));
    List<String> missing = Counterparts.missing(read.application(), read.template(), pod);
    missing.forEach(line -> progress.line("no counterpart: " + line));
    Mistakes.require(!strict || missing.isEmpty(), "strict", engine.words(), missing.size());
    DeployNotes.of(pod, read).forEach(progress::line);
    KubernetesSerialization serialization = new KubernetesSerialization();
    WorkerObjects made = new WorkerObjects(serialization, pod, read.longest());
    List<HasMetadata> objects = made.all();
    if (dryRun) {
      System.out.print(ManifestYaml.of(serialization, objects));
      return ExitCode.DONE;
    }
    try (Cluster reached = cluster.open()) {
      WorkerRollout rollout = new WorkerRollout(reached, pod.plan(), made.podLabels());
      Applying applying = new Applying(reached, pod);
      applying.apply(objects, System.out::println);
      int code = ready(pod.plan().scale().least(), rollout, progress);
      if (code == ExitCode.DONE) {
        applying.applySchedules(objects, System.out::println);
      } else if (!pod.schedules().isEmpty()) {
        progress.line(DeployNotes.of("schedules-before"));
      }
      return code;
    }
  }

  /**
   * 1 when not all workers got ready in time, as what is to be done about that is in the cluster.
   */
  private int ready(int least, WorkerRollout rollout, Progress progress)
      throws InterruptedException {
    int ready;
    try {
      ready = rollout.await(Duration.ofSeconds(waitSeconds), progress::line);
    } catch (KubernetesClientException e) {
      throw Cluster.refused("to tell whether workers are ready", e);
    }
    int wanted = Math.max(1, least);
    System.out.println(
        least == 0 && ready > 0
            ? "workers start with requests"
            : "%d of %d workers are ready".formatted(ready, wanted));
    return ready >= wanted ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }

  private WorkerPlan plan(DeployedTemplate read) {
    Mistakes.require(nodeRoot || snapshots == null || engine != ClusterEngine.KNATIVE, "node-root");
    return new WorkerPlan(
        engine,
        name != null ? name : WorkerPlan.nameOf(source.choice().source()),
        cluster.namespace(),
        image,
        environments,
        Optional.ofNullable(memory).map(size -> WorkerPlan.mebibytes("--memory", size)),
        WorkerPlan.Scale.of(scale()),
        serving.drain().orElse(WorkerTerms.DEFAULT_DRAIN),
        serving.names(),
        Optional.ofNullable(pullSecret),
        WorkerSnapshots.asked(snapshots, image, pushSecret),
        Optional.ofNullable(prometheus),
        Optional.ofNullable(events),
        read.port(served, engine));
  }

  private String scale() {
    String kubernetes = prometheus != null ? "1..10" : "1";
    String usual = engine == ClusterEngine.KNATIVE ? "0..10" : kubernetes;
    return workers != null ? workers : usual;
  }
}
