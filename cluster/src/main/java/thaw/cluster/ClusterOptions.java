package thaw.cluster;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.cli.ClusterProgram;
import thaw.problem.UserMistake;

/** The options that select a cluster and a place in it; every command about clusters has them. */
final class ClusterOptions {
  @Option(names = "--kubeconfig", paramLabel = "FILE")
  private @Nullable Path kubeconfig;

  @Option(names = "--context", paramLabel = "NAME")
  private @Nullable String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE")
  private @Nullable String namespace;

  /**
   * Refuses these options for commands that are about this machine unless {@code --on kubernetes}
   * is given.
   */
  static void requireKubernetes(String place) {
    Mistakes.require(place.equals(ClusterProgram.KUBERNETES), "place", place);
  }

  String namespace() {
    return namespace != null
        ? namespace
        : Cluster.namespace(Optional.ofNullable(kubeconfig), Optional.ofNullable(context));
  }

  /**
   * The cluster, which was reached.
   *
   * @throws UserMistake when there is none
   */
  Cluster open() {
    return Cluster.open(Optional.ofNullable(kubeconfig), Optional.ofNullable(context), namespace());
  }
}
