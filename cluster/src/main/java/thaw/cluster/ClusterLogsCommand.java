package thaw.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.dsl.PrettyLoggable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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

/** {@code thaw logs --on kubernetes}: what workers and their functions have written. */
@Command(
    name = ClusterProgram.LOGS,
    description = "Shows the logs of the workers that thaw deploy has put into a cluster.",
    resourceBundle = "thaw.cluster.shared",
    mixinStandardHelpOptions = true)
final class ClusterLogsCommand implements Callable<Integer> {
  @Option(names = "--on", paramLabel = "kubernetes", required = true, description = "The platform.")
  private String place = "";

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "NAME", description = "Name that thaw deploy gave the workers.")
  private String name = "";

  @Option(names = {"-f", "--follow"})
  private boolean follow;

  @Option(names = "--tail", paramLabel = "LINES")
  private @Nullable Integer tail;

  /** Whether at least one worker has a log. */
  private volatile boolean read;

  @Override
  public Integer call() throws InterruptedException {
    ClusterOptions.requireKubernetes(place);
    Mistakes.require(tail == null || tail >= 0, "tail", tail);
    try (Cluster reached = cluster.open()) {
      List<Pod> pods = new LabelledWorkers(reached).of(Optional.of(name));
      if (pods.isEmpty()) {
        throw LabelledWorkers.none(reached, Optional.of(name));
      }
      List<Thread> readers = new ArrayList<>();
      for (Pod pod : pods) {
        String prefix = pods.size() == 1 ? "" : pod.getMetadata().getName() + " ";
        readers.add(Thread.ofVirtual().start(() -> copy(reached, pod, prefix, System.out)));
        if (!follow) {
          readers.getLast().join(); // one after the other
        }
      }
      for (Thread reader : readers) {
        reader.join();
      }
      return read ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
    } catch (KubernetesClientException e) {
      throw Cluster.refused("logs of " + name, e);
    }
  }

  private PrettyLoggable log(Cluster reached, Pod pod) {
    var container =
        reached.pods().withName(pod.getMetadata().getName()).inContainer(WorkerPod.CONTAINER);
    return tail == null ? container : container.tailingLines(tail);
  }

  private void copy(Cluster reached, Pod pod, String prefix, PrintStream out) {
    String problem;
    try (LogWatch watch = follow ? log(reached, pod).watchLog() : null;
        BufferedReader lines =
            new BufferedReader(
                watch == null
                    ? log(reached, pod).getLogReader()
                    : new InputStreamReader(watch.getOutput(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.println(prefix + line);
      }
      read = true;
      return;
    } catch (KubernetesClientException e) { // others may have one
      problem = Cluster.reason(e);
    } catch (IOException e) {
      problem = e.toString();
    }
    System.err.println("thaw: no log of " + pod.getMetadata().getName() + ": " + problem);
  }
}
