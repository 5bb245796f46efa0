package thaw.cli;

import picocli.CommandLine.Command;

/** Stands for {@code thaw delete} where the {@link ClusterProgram} is not on the class path. */
@Command(name = ClusterProgram.DELETE, description = ClusterProgram.DELETE_DESCRIPTION)
final class NoDelete extends MissingJars {
  NoDelete() {
    super(ClusterProgram.DELETE, CLUSTER);
  }
}
