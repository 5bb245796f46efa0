package thaw.cli;

import picocli.CommandLine.Command;

/** Stands for {@code thaw deploy} where the {@link ClusterProgram} is not on the class path. */
@Command(name = ClusterProgram.DEPLOY, description = ClusterProgram.DEPLOY_DESCRIPTION)
final class NoDeploy extends MissingJars {
  NoDeploy() {
    super(ClusterProgram.DEPLOY, CLUSTER);
  }
}
