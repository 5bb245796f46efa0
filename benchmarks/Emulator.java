import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.environment.launch.RuntimeClient;
import thaw.sandbox.jdk.Jdk;

/**
 * The AWS Lambda Runtime Interface Emulator with a Java function behind it. Its program is taken from
 * the PyPI package aws-sam-cli, downloaded by pip when it is not there.
 */
final class Emulator implements AutoCloseable {
  static final String PATH = "/2015-03-31/functions/function/invocations";

  static final Map<String, String> VARIABLES = Map.of(
      "PATH", "/usr/bin:/bin", "LANG", "en_US.UTF-8", "AWS_LAMBDA_FUNCTION_NAME", "hello",
      "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1769", "AWS_LAMBDA_FUNCTION_TIMEOUT", "30", "AWS_REGION", "us-east-1");

  private final Process process;
  final int port;

  Emulator(Path program, Jdk jdk, RuntimeClient client, Path code) throws Exception {
    port = freePort();
    List<String> command = new ArrayList<>(List.of(
        program.toString(), "--runtime-interface-emulator-address", "127.0.0.1:" + port,
        "--runtime-api-address", "127.0.0.1:" + freePort()));
    command.addAll(runtime(jdk, client));
    ProcessBuilder builder = new ProcessBuilder(command).directory(code.toFile());
    builder.environment().clear();
    builder.environment().putAll(VARIABLES);
    process = builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    await(port, process);
  }

  /** The runtime with its client, as Thaw starts it, but for the box. */
  static List<String> runtime(Jdk jdk, RuntimeClient client) {
    String classPath =
        String.join(":", client.jarNames().stream().map(n -> client.root().resolve("lib").resolve(n).toString()).toList());
    return List.of(
        jdk.java().toString(), "-XX:+UseSerialGC", "-XX:+TieredCompilation", "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI="
            + client.root().resolve("libaws-lambda-jni.so"),
        "-classpath", classPath,
        "com.amazonaws.services.lambda.runtime.api.client.AWSLambda", Lab.HANDLER);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  static void await(int port, Process process) throws Exception {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (true) {
      try (Socket attempt = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (ConnectException e) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          throw new IOException("nothing listens on port " + port);
        }
        Thread.sleep(20);
      }
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Where its program is, in a folder that survives this run. */
  static Path program() throws Exception {
    String name = System.getProperty("os.arch").equals("aarch64") ? "aws-lambda-rie-arm64" : "aws-lambda-rie-x86_64";
    Path folder = Files.createDirectories(Path.of(System.getProperty("user.home"), ".cache/thaw/benchmarks"));
    Path program = folder.resolve(name);
    if (Files.exists(program)) {
      return program;
    }
    int status = new ProcessBuilder("python3", "-m", "pip", "download", "-q", "--no-deps", "-d", folder.toString(), "aws-sam-cli")
        .inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException("pip could not download aws-sam-cli, which contains the emulator");
    }
    Path wheel;
    try (Stream<Path> files = Files.list(folder)) {
      wheel = files.filter(file -> file.toString().endsWith(".whl")).findFirst().orElseThrow();
    }
    Path part = folder.resolve(name + ".part");
    try (ZipFile zip = new ZipFile(wheel.toFile())) {
      ZipEntry entry = zip.getEntry("samcli/local/rapid/" + name);
      try (InputStream in = zip.getInputStream(entry)) {
        Files.copy(in, part, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    }
    part.toFile().setExecutable(true);
    Files.move(part, program);
    Files.delete(wheel);
    return program;
  }

  @Override
  public void close() throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }
}
