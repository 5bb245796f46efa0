package thaw.cli;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The program behind the commands for clusters, which has jars of its own: the client of the
 * Kubernetes API. The launcher adds them to the class path for these commands alone.
 */
public interface ClusterProgram {
  String DEPLOY = "deploy";

  String DELETE = "delete";

  String PS = "ps";

  String LOGS = "logs";

  String BENCH = "bench";

  String DEPLOY_DESCRIPTION =
      "Puts workers with the functions of a template into a Kubernetes cluster, or prints the YAML"
          + " of it.";

  String DELETE_DESCRIPTION = "Removes from a cluster what thaw deploy has put there.";

  /** The place that {@code --on} names. */
  String KUBERNETES = "kubernetes";

  /** A new object that picocli knows as the command of this name, one of those above. */
  Object command(String name);

  /**
   * The command of the cluster that is asked for, where its jars are on the class path.
   *
   * @param name the first command's, or empty
   */
  static Optional<Object> find(String name, String... arguments) {
    return isAsked(name, arguments)
        ? ServiceLoader.load(ClusterProgram.class).findFirst().map(program -> program.command(name))
        : Optional.empty();
  }

  /** Those that are also of this machine are of the cluster with {@code --on kubernetes}. */
  static boolean isAsked(String name, String... arguments) {
    List<String> words = List.of(arguments);
    int on = words.indexOf("--on");
    boolean named =
        words.contains("--on=" + KUBERNETES)
            || on >= 0 && on + 1 < words.size() && words.get(on + 1).equals(KUBERNETES);
    return Set.of(DEPLOY, DELETE).contains(name) || named && Set.of(PS, LOGS, BENCH).contains(name);
  }
}
