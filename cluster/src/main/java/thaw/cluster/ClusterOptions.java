package thaw.cluster;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.problem.UserMistake;

/** Which cluster, and where in it: the same in every command about one. */
public final class ClusterOptions {
  private static final String USUAL_NAMESPACE = "default";

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
  private String namespace = USUAL_NAMESPACE;

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
