import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long from the command to an API that answers? {@code thaw run} of a template with ten
 * functions, started again and again, in memory and with a data folder in turn.
 *
 * <p>The promise: below 1 s.
 *
 * <p>Run with {@code benchmarks/run ReadyTime [starts of each] [functions]}.
 */
public final class ReadyTime {
  public static void main(String[] arguments) throws Exception {
    int starts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
    int functions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
    List<Double> inMemory = new ArrayList<>();
    List<Double> kept = new ArrayList<>();
    try (Lab lab = new Lab()) {
      Path application = application(lab, functions);
      for (int i = -1; i < starts; i++) {
        double memory = start(application);
        double data = start(application, "--data", lab.work.resolve("data").toString());
        if (i >= 0) {
          inMemory.add(memory);
          kept.add(data);
        }
      }
    }
    System.out.printf("%d starts each, %d functions%n", starts, functions);
    System.out.println("  in memory          " + Lab.describe(inMemory));
    System.out.println("  with a data folder " + Lab.describe(kept));
    double median = Lab.quantiles(inMemory).median();
    System.out.printf("promised: %.0f ms < 1000 ms%n", median);
    System.exit(median < 1000 ? 0 : 1);
  }

  private static Path application(Lab lab, int functions) throws Exception {
    StringBuilder template = new StringBuilder("Transform: AWS::Serverless-2016-10-31\nResources:\n");
    for (int i = 0; i < functions; i++) {
      template.append("""
            Function%d:
              Type: AWS::Serverless::Function
              Properties:
                CodeUri: %s
                Handler: %s
                Runtime: java25
          """.formatted(i, lab.code, Lab.HANDLER));
    }
    Path folder = Files.createDirectory(lab.work.resolve("ten"));
    Files.writeString(folder.resolve("template.yaml"), template);
    return folder;
  }

  /** Milliseconds until the port takes a connection. */
  private static double start(Path application, String... options) throws Exception {
    int port = Emulator.freePort();
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("thaw.program")).resolve("../../../thaw").normalize().toString(),
        "run", application.toString(), "--follow-links", "--port", "" + port));
    command.addAll(List.of(options));
    long begin = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    try {
      Emulator.await(port, process);
      return (System.nanoTime() - begin) / 1e6;
    } finally {
      process.destroy();
      process.waitFor(30, TimeUnit.SECONDS);
    }
  }
}
