package thaw.cluster;

import thaw.cli.ClusterProgram;

/**
 * The entry point of the commands for clusters; the command line finds this class by its name in
 * the jar.
 */
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
