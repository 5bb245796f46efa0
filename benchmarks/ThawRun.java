import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@code thaw run} as a user starts it, with the hello world as its only function. */
final class ThawRun implements AutoCloseable {
  static final String PATH = "/2015-03-31/functions/hello/invocations";

  private final Process process;
  final int port;

  ThawRun(Path work, Path code, String... options) throws Exception {
    this(work, code, List.of(options), Lab.HANDLER);
  }

  ThawRun(Path work, Path code, List<String> options, String handler) throws Exception {
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
              MemorySize: 1769
              Timeout: 30
        """.formatted(code, handler));
    port = Emulator.freePort();
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("thaw.program")).resolve("../../../thaw").normalize().toString(),
        "run", folder.toString(), "--port", "" + port));
    command.addAll(options);
    process = new ProcessBuilder(command).redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile()).start();
    try {
      Emulator.await(port, process);
    } catch (IOException e) {
      throw new IOException(Files.readString(folder.resolve("output")), e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
