import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.Invocation;
import thaw.environment.launch.RuntimeClient;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdk;

/**
 * What does the platform itself cost? Start to response of a hello world at 1769 MB, once under Thaw
 * and once as the same JVM command started by hand against a bare Runtime API server (a socket and
 * one write a response), interleaved in one run. The promise: medians within 5 %.
 *
 * <p>The JVM by hand has the same options and a class archive of its own, trained in the same way,
 * as an archive is bound to the paths of its class path. It runs without cgroup and namespaces.
 *
 * <p>Run with {@code benchmarks/run PlatformCost [pairs] [JDK feature version]}.
 */
public final class PlatformCost {
  public static void main(String[] arguments) throws Exception {
    int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 40;
    int feature = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 25;
    Jdk jdk = Lab.jdk(feature);
    boolean within;
    try (Lab lab = new Lab()) {
      EnvironmentSpec spec = lab.hello(jdk, 1769);
      ByHand byHand = new ByHand(jdk, lab.client, lab.code, lab.trainingFunction, lab.work.resolve("byhand"));
      byHand.train();
      List<Double> thaw = new ArrayList<>();
      List<Double> hand = new ArrayList<>();
      Random random = new Random(1);
      for (int i = -2; i < pairs; i++) {
        List<Boolean> order = new ArrayList<>(List.of(true, false));
        Collections.shuffle(order, random);
        for (boolean underThaw : order) {
          double millis = underThaw ? underThaw(lab.instance, spec) : byHand.start(false);
          if (i >= 0) {
            (underThaw ? thaw : hand).add(millis);
          }
        }
      }
      System.out.printf("%s, %d pairs, start to response of a hello world at 1769 MB%n", jdk.label(), pairs);
      System.out.println("  under Thaw " + Lab.describe(thaw));
      System.out.println("  by hand    " + Lab.describe(hand));
      double ratio = Lab.quantiles(thaw).median() / Lab.quantiles(hand).median();
      System.out.printf("ratio of medians %.3f (promised: at most 1.05)%n", ratio);
      within = ratio <= 1.05;
    }
    System.exit(within ? 0 : 1);
  }

  private static double underThaw(Instance instance, EnvironmentSpec spec) throws InterruptedException {
    try (Environment environment = Environment.prepareWithLog(instance, spec, line -> {})) {
      environment.initialise();
      return environment.invoke(Invocation.of(Lab.EVENT)).startToResponse().orElseThrow().toNanos() / 1e6;
    }
  }

  /** The JVM command as a person would type it, and the smallest server that it can talk to. */
  private static final class ByHand {
    private final Jdk jdk;
    private final RuntimeClient client;
    private final Path code;
    private final Path trainingFunction;
    private final Path archive;

    ByHand(Jdk jdk, RuntimeClient client, Path code, Path trainingFunction, Path folder) throws IOException {
      this.jdk = jdk;
      this.client = client;
      this.code = code;
      this.trainingFunction = trainingFunction;
      this.archive = Files.createDirectories(folder).resolve("classes.archive");
    }

    void train() throws Exception {
      start(true);
    }

    private List<String> command(boolean training) {
      String classPath =
          String.join(":", client.jarNames().stream().map(n -> client.root().resolve("lib").resolve(n).toString()).toList());
      String option = jdk.feature() >= 25
          ? (training ? "-XX:AOTCacheOutput=" : "-XX:AOTCache=")
          : (training ? "-XX:ArchiveClassesAtExit=" : "-XX:SharedArchiveFile=");
      List<String> command = new ArrayList<>(List.of(
          jdk.java().toString(), "-XX:MaxHeapSize=1565696k", "-XX:+UseSerialGC", "-XX:+TieredCompilation",
          "-XX:TieredStopAtLevel=1", "-XX:ActiveProcessorCount=2", "--add-opens=java.base/java.io=ALL-UNNAMED"));
      if (jdk.feature() >= 24) {
        command.add("--enable-native-access=ALL-UNNAMED");
      }
      command.addAll(List.of(
          "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac", "-XX:+ErrorFileToStderr",
          "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI="
              + client.root().resolve("libaws-lambda-jni.so"),
          option + archive, "-classpath", classPath,
          "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
          training ? "thaw.training.TrainingFunction::handleRequest" : Lab.HANDLER));
      return command;
    }

    /** Start to response in milliseconds. */
    double start(boolean training) throws Exception {
      try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
        ProcessBuilder builder = new ProcessBuilder(command(training)).directory((training ? trainingFunction : code).toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of(
            "AWS_LAMBDA_RUNTIME_API", "127.0.0.1:" + server.getLocalPort(),
            "AWS_LAMBDA_FUNCTION_NAME", "hello", "AWS_LAMBDA_FUNCTION_VERSION", "$LATEST",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1769", "AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/hello",
            "AWS_LAMBDA_LOG_STREAM_NAME", "stream", "AWS_REGION", "us-east-1", "LANG", "en_US.UTF-8",
            "LAMBDA_TASK_ROOT", code.toString(), "_HANDLER", Lab.HANDLER));
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        long begin = System.nanoTime();
        Process process = builder.start();
        long end = 0;
        try (Socket socket = server.accept()) {
          socket.setTcpNoDelay(true);
          for (int i = 0; i < (training ? 3 : 1); i++) {
            read(socket.getInputStream());
            write(socket, "200 OK", "Lambda-Runtime-Aws-Request-Id: id" + i + "\r\nLambda-Runtime-Deadline-Ms: "
                + (System.currentTimeMillis() + 30_000) + "\r\nLambda-Runtime-Invoked-Function-Arn: arn\r\n", Lab.EVENT);
            read(socket.getInputStream());
            end = System.nanoTime();
            write(socket, "202 Accepted", "", "{\"status\":\"OK\"}".getBytes(StandardCharsets.UTF_8));
          }
          read(socket.getInputStream());
          if (training) {
            process.destroy();
            process.waitFor();
          }
        } finally {
          process.destroyForcibly().waitFor();
        }
        return (end - begin) / 1e6;
      }
    }

    private static void write(Socket socket, String status, String headers, byte[] body) throws IOException {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n" + headers
          + "Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      all.writeBytes(body);
      socket.getOutputStream().write(all.toByteArray());
    }

    /** One request, its body included. */
    private static void read(InputStream in) throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("the runtime closed the connection");
        }
        head.append((char) next);
      }
      for (String line : head.toString().split("\r\n")) {
        if (line.toLowerCase().startsWith("content-length:")) {
          in.readNBytes(Integer.parseInt(line.substring(15).strip()));
        }
      }
    }
  }
}
