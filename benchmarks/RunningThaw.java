import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code thaw run} as a user starts it, with the hello world as its only function. */
final class RunningThaw implements AutoCloseable {
  static final String PATH = "/2015-03-31/functions/hello/invocations";

  private final Process process;
  final int port;

  private final Path output;

  RunningThaw(Path work, Path code, String... options) throws Exception {
    this(work, code, List.of(options), Lab.HANDLER);
  }

  RunningThaw(Path work, Path code, List<String> options, String handler) throws Exception {
    this(work, code, options, handler, "");
  }

  /**
   * Behind APIs as well, on ports of their own.
   *
   * @param events the function's {@code Events}, indented as its properties are
   */
  static RunningThaw withEvents(Path work, Path code, String events, List<String> options) throws Exception {
    List<String> all = new ArrayList<>(List.of("--api-port", "0"));
    all.addAll(options);
    return new RunningThaw(work, code, all, Lab.HANDLER, events);
  }

  /** On managed instances: one environment of two vCPUs, with so many requests at a time. */
  static RunningThaw managed(Path work, Path code, int requests) throws Exception {
    List<String> unthrottled = List.of("--throttle-cpu", "0"); // its clients use all that there is
    return new RunningThaw(work, code, unthrottled, Lab.HANDLER, 4096, """
              CapacityProviderConfig:
                Arn: ours
                PerExecutionEnvironmentMaxConcurrency: %d
              FunctionScalingConfig: {MinExecutionEnvironments: 1, MaxExecutionEnvironments: 1}
        """.formatted(requests));
  }

  /** With a table in DynamoDB Local beside it. */
  static RunningThaw withTable(Path work, Path code, String handler) throws Exception {
    String table =
        """
        Table:
            Type: AWS::Serverless::SimpleTable
        """;
    return new RunningThaw(work, code, List.of(), handler, "  " + table.strip() + "\n");
  }

  private RunningThaw(Path work, Path code, List<String> options, String handler, String events) throws Exception {
    this(work, code, options, handler, 1769, events);
  }

  private RunningThaw(Path work, Path code, List<String> options, String handler, int memory, String events) throws Exception {
    Path folder = Files.createTempDirectory(work, "app");
    Files.writeString(folder.resolve("template.yaml"), """
        AWSTemplateFormatVersion: '2010-09-09'
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Hello:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: hello
              CodeUri: %s
              Handler: %s
              Runtime: java25
              MemorySize: %d
              Timeout: 30
        %s""".formatted(code, handler, memory, events));
    port = Emulator.freePort();
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("thaw.program")).resolve("../../../thaw").normalize().toString(),
        "run", folder.toString(), "--follow-links", "--port", "" + port));
    command.addAll(options);
    output = folder.resolve("output");
    process = new ProcessBuilder(command).redirectErrorStream(true)
        .redirectOutput(output.toFile()).start();
    try {
      Emulator.await(port, process);
    } catch (IOException e) {
      throw new IOException(Files.readString(output), e);
    }
  }

  /** Of Thaw itself; what it has started are its descendants. */
  ProcessHandle process() {
    return process.toHandle();
  }

  /** Where the only API of a kind is, which is said after the Lambda API listens. */
  int apiPort(String kind) throws IOException, InterruptedException {
    Pattern line = Pattern.compile("^" + kind + " API \\S+ at http://127.0.0.1:(\\d+)", Pattern.MULTILINE);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadline) {
      Matcher matcher = line.matcher(Files.readString(output));
      if (matcher.find()) {
        return Integer.parseInt(matcher.group(1));
      }
      Thread.sleep(20);
    }
    throw new IOException("no " + kind + " API: " + Files.readString(output));
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
