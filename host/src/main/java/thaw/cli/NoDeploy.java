package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Stands for {@code thaw deploy} where the {@link ClusterProgram} is not on the class path. */
@Command(name = ClusterProgram.DEPLOY, description = ClusterProgram.DEPLOY_DESCRIPTION)
final class NoDeploy implements Runnable {
  /** Whatever it is: the program would know it. */
  @SuppressWarnings("UnusedVariable") // picocli fills it
  @Unmatched
  private List<String> arguments = new ArrayList<>();

  @Override
  public void run() {
    throw OnCluster.missing("thaw deploy");
  }
}
