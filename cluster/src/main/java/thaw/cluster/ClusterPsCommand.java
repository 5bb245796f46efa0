package thaw.cluster;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.cli.ClusterProgram;
import thaw.cli.ExitCode;
import thaw.cli.JsonOption;
import thaw.cli.Rows;

/** {@code thaw ps --on kubernetes}: the workers of a cluster, one a line. */
@Command(
    name = ClusterProgram.PS,
    description = "Shows the workers that thaw deploy has put into a cluster.",
    resourceBundle = "thaw.cluster.shared",
    mixinStandardHelpOptions = true)
final class ClusterPsCommand implements Callable<Integer> {
  private static final List<String> HEADS =
      List.of("NAME", "WORKER", "STATE", "RESTARTS", "NODE", "IMAGE");

  @Option(names = "--on", paramLabel = "kubernetes", required = true, description = "The platform.")
  private String place = "";

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "Shows only what thaw deploy has made under this name.")
  private @Nullable String name;

  /** A worker as JSON. */
  record WorkerLine(
      String format,
      String name,
      String worker,
      String state,
      int restarts,
      String node,
      String image) {
    static final String FORMAT = "thaw-workers-1";

    static WorkerLine of(Pod pod) {
      Optional<ContainerStatus> container =
          WorkerRollout.containers(pod)
              .filter(each -> each.getName().equals(WorkerPod.CONTAINER))
              .findFirst();
      return new WorkerLine(
          FORMAT,
          String.valueOf(pod.getMetadata().getLabels().get(WorkerObjects.NAME)),
          pod.getMetadata().getName(),
          state(pod, container),
          container.map(ContainerStatus::getRestartCount).orElse(0),
          Optional.ofNullable(pod.getSpec().getNodeName()).orElse(""),
          pod.getSpec().getContainers().stream()
              .filter(each -> each.getName().equals(WorkerPod.CONTAINER))
              .map(each -> String.valueOf(each.getImage()))
              .findFirst()
              .orElse(""));
    }

    private static String state(Pod pod, Optional<ContainerStatus> container) {
      if (WorkerRollout.isEnding(pod)) {
        return "ending";
      }
      if (WorkerRollout.isReady(pod)) {
        return "ready";
      }
      return container
          .flatMap(WorkerRollout::waiting)
          .orElse(container.isPresent() ? "starting" : "waits for a node");
    }

    List<String> cells() {
      return List.of(name, worker, state, "" + restarts, node, image);
    }
  }

  @Override
  public Integer call() {
    ClusterOptions.requireKubernetes(place);
    try (Cluster reached = cluster.open()) {
      List<WorkerLine> lines =
          new LabelledWorkers(reached)
              .of(Optional.ofNullable(name)).stream().map(WorkerLine::of).toList();
      if (lines.isEmpty() && name != null) {
        throw LabelledWorkers.none(reached, Optional.of(name));
      }
      if (json.isAsked()) {
        lines.forEach(json::print);
      } else {
        List<List<String>> rows = new ArrayList<>(List.of(HEADS));
        lines.forEach(line -> rows.add(line.cells()));
        Rows.print(rows, System.out);
      }
      return ExitCode.DONE;
    } catch (KubernetesClientException e) {
      throw Cluster.refused("to list pods", e);
    }
  }
}
