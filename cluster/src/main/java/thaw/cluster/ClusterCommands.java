package thaw.cluster;

import thaw.cli.cluster.ClusterProgram;

/** How the command line comes by the commands for clusters: it finds this class by its name. */
public final class ClusterCommands implements ClusterProgram {
  @Override
  public Object command(String name) {
    return switch (name) {
      case DEPLOY -> new DeployCommand();
      case DELETE -> new DeleteCommand();
      case BENCH -> new ClusterBenchCommand();
      case PS -> new ClusterPsCommand();
      case LOGS -> new ClusterLogsCommand();
      default -> throw new IllegalArgumentException(name);
    };
  }
}
