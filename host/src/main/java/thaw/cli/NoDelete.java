package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Stands for {@code thaw delete} where the {@link ClusterProgram} is not on the class path. */
@Command(name = ClusterProgram.DELETE, description = ClusterProgram.DELETE_DESCRIPTION)
final class NoDelete implements Runnable {
  /** Whatever it is: the program would know it. */
  @SuppressWarnings("UnusedVariable") // picocli fills it
  @Unmatched
  private List<String> arguments = new ArrayList<>();

  @Override
  public void run() {
    throw OnCluster.missing("thaw delete");
  }
}
