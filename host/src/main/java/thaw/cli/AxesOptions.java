package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import thaw.app.bench.Axes;
import thaw.environment.launch.ClientKind;
import thaw.experiment.matrix.SnapStart;
import thaw.function.MemorySize;

/** Values in place of those that functions are configured with, to be compared. */
final class AxesOptions {
  @Option(
      names = "--memory",
      paramLabel = "MB",
      split = ",",
      description =
          "Memory sizes: 256,512. Default: the configured one; thaw tune measures"
              + " 128,256,512,1024,1769.")
  private List<Integer> memory = new ArrayList<>();

  @Option(
      names = "--jdk",
      paramLabel = "VERSION|DIR",
      split = ",",
      description = "JDKs in place of the one that the runtime names: 17,25.")
  private List<String> jdks = new ArrayList<>();

  @Option(
      names = "--snap-start",
      paramLabel = SnapStart.OPTIONS,
      split = ",",
      description =
          "How functions start, in place of what each one's SnapStart asks for; several ways are"
              + " compared.")
  private List<String> snapStart = new ArrayList<>();

  @Option(
      names = "--runtime",
      paramLabel = "official|thaw",
      split = ",",
      description =
          "Client of the Runtime API: AWS's own, or Thaw's lean one; several are compared."
              + " Default: official.")
  private List<String> clients = new ArrayList<>();

  Axes axes() {
    return new Axes(
        memory.stream().map(MemorySize::onDemand).toList(),
        jdks,
        snapStart.stream().map(SnapStart::of).toList(),
        clients.stream().map(ClientKind::of).toList());
  }
}
