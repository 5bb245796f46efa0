package thaw.cluster;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.cli.cluster.ClusterProgram;
import thaw.problem.UserMistake;

/** Which cluster, and where in it: the same in every command about one. */
public final class ClusterOptions {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Default: what KUBECONFIG names, else ~/.kube/config.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig. Default: its current one.")
  private @Nullable String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "Default: ${DEFAULT-VALUE}.")
  private String namespace = "default";

  /** Of commands that are about this machine without it. */
  static void requireKubernetes(String place) {
    if (!place.equals(ClusterProgram.KUBERNETES)) {
      throw new UserMistake("--on must be kubernetes: " + place, "use --on kubernetes");
    }
  }

  String namespace() {
    return namespace;
  }

  /**
   * The cluster, which was reached.
   *
   * @throws UserMistake when there is none
   */
  Cluster open() {
    return Cluster.open(Optional.ofNullable(kubeconfig), Optional.ofNullable(context), namespace);
  }
}
