package thaw.cluster;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import thaw.app.bench.PodBenchRequest;
import thaw.app.bench.PodStart;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.cli.ClusterProgram;
import thaw.cli.EventOption;
import thaw.cli.ExitCode;
import thaw.cli.JsonOption;
import thaw.cli.PodBenchOptions;
import thaw.cli.PodBenchTerminal;
import thaw.cli.SourceOptions;
import thaw.cli.TerminalProgress;
import thaw.experiment.Turns;

/** {@code thaw bench --on kubernetes}: cold starts in pods, spread over the nodes of a cluster. */
@Command(
    name = ClusterProgram.BENCH,
    description = "Measures cold starts in pods, one at a time on each node of a cluster.",
    resourceBundle = "thaw.cluster.shared",
    mixinStandardHelpOptions = true)
final class ClusterBenchCommand implements Callable<Integer> {
  private static final List<String> NEEDED =
      List.of(
          "create,delete,get jobs.batch",
          "get pods/log.",
          "list,watch events.",
          "list,watch pods.");

  /** Samples of a Job where several variants take turns. */
  private static final int IN_TURN = 10;

  @Option(names = "--on", paramLabel = "kubernetes", required = true, description = "The platform.")
  private String place = "";

  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private PodBenchOptions measured = new PodBenchOptions();

  @Mixin private EventOption event = new EventOption();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    ClusterOptions.requireKubernetes(place);
    measured.check(Objects.requireNonNull(spec).commandLine().getParseResult());
    Progress progress = TerminalProgress.standard();
    List<PodStart> starts = measured.starts(source.choice(), event.choice(), progress);
    progress.line(DeployNotes.of("namespaces"));
    try (Cluster reached = cluster.open()) {
      reached.requirePermission(NEEDED);
      int parallel = measured.parallel().orElseGet(() -> nodes(reached, progress));
      int atOnce = starts.size() == 1 ? measured.runs() : Math.max(IN_TURN, 2 * parallel);
      Map<PodStart, Turns.Side> variants = new LinkedHashMap<>();
      for (PodStart start : starts) {
        SampleJob job = new SampleJob(start, parallel, measured.pullSecret());
        variants.put(
            start, new SampleJobs(reached, job, atOnce, progress, new AtomicReference<>("")));
      }
      List<SampleJobs> jobs = variants.values().stream().map(SampleJobs.class::cast).toList();
      jobs.forEach(SampleJobs::tryOut);
      Runnable deleting = Interruption.onInterrupt(() -> jobs.forEach(SampleJobs::delete));
      try {
        String where = reached.client().getMasterUrl() + " " + reached.namespace();
        var request =
            new PodBenchRequest(where, variants, parallel, measured.runs(), measured.out());
        boolean all = PodBenchTerminal.run(request, json, progress);
        return all ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
      } finally {
        Interruption.forget(deleting);
        jobs.forEach(SampleJobs::end);
      }
    } catch (KubernetesClientException e) {
      throw Cluster.refused("to measure", e);
    }
  }

  /** Those that take pods. */
  private static int nodes(Cluster cluster, Progress progress) {
    long nodes = 0;
    try {
      nodes =
          cluster.client().nodes().list().getItems().stream()
              .filter(node -> !Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
              .filter(node ->
                  node.getSpec().getTaints().stream()
                      .allMatch(taint -> "PreferNoSchedule".equals(taint.getEffect())))
              .count();
    } catch (KubernetesClientException e) {
      progress.line("one pod at once, as you may not list nodes: --parallel N says otherwise");
    }
    return (int) Math.max(1, nodes);
  }
}
