package thaw.cluster;

import thaw.cli.cluster.ClusterProgram;
import thaw.problem.UserMistake;

/** How the command line comes by the commands for clusters: it finds this class by its name. */
public final class ClusterCommands implements ClusterProgram {
  @Override
  public Object command(String name) {
    return switch (name) {
      case DEPLOY -> new DeployCommand();
      case DELETE -> new DeleteCommand();
      case PS -> new ClusterPsCommand();
      case LOGS -> new ClusterLogsCommand();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Of commands that are about this machine without it. */
  static void requireKubernetes(String place) {
    if (!place.equals(KUBERNETES)) {
      throw new UserMistake("--on must be kubernetes: " + place, "use --on kubernetes");
    }
  }
}
