import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import thaw.environment.ArchiveTraining;
import thaw.environment.EnvironmentSpec;
import thaw.environment.RuntimeClient;
import thaw.environment.RuntimeProgram;
import thaw.function.CodeSource;
import thaw.function.DeploymentPackage;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.sandbox.Instance;
import thaw.sandbox.Jdk;
import thaw.sandbox.Jdks;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.Trees;
import thaw.snapshot.ArchiveStore;
import thaw.stats.MedianInterval;
import thaw.stats.Quantiles;

/** What the benchmarks of this folder share: an instance, a hello world, and printing. */
final class Lab implements AutoCloseable {
  static final byte[] EVENT = "{\"name\":\"hello\",\"count\":1}".getBytes(StandardCharsets.UTF_8);

  /** The trivial stream handler: one class, no library, no JSON. */
  static final String HANDLER = "Hello::handleRequest";

  private static final String SOURCE =
      """
      import java.io.*;
      import com.amazonaws.services.lambda.runtime.*;
      public class Hello implements RequestStreamHandler {
        public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
          out.write("{}".getBytes());
        }
      }
      """;

  final Path work;
  final Path trainingFunction;
  final Path code;
  final RuntimeClient client;
  final Instance instance;
  private final ArchiveTraining archives;

  Lab() throws IOException {
    Path program = Path.of(System.getProperty("thaw.program"));
    work = Files.createTempDirectory("thaw-benchmark-");
    trainingFunction = program.resolve("training-function");
    client =
        RuntimeClient.install(
            program.resolve("runtime-client"),
            program.resolve("training-function"),
            work.resolve("client"));
    code = compile();
    instance = Instance.open(SandboxHost.probe(), work.resolve("instances"));
    archives = new ArchiveTraining(instance, client, new ArchiveStore(work.resolve("archives")), trainingFunction);
  }

  static Jdk jdk(int feature) {
    return Jdks.find(System.getenv(), Path.of(System.getProperty("user.home"))).ofFeature(feature).orElseThrow();
  }

  EnvironmentSpec hello(Jdk jdk, int memory) throws InterruptedException {
    if (archives.isMissing(jdk)) {
      archives.train(jdk);
    }
    FunctionDefinition function =
        new FunctionDefinition(
            "Hello", "hello", new CodeSource.Folder(code), HANDLER, "java" + jdk.feature(),
            new MemorySize(memory), Duration.ofSeconds(30), Map.of(), List.of(), OptionalInt.empty(), false);
    return EnvironmentSpec.latest(
        function, new DeploymentPackage(code, "", 0), Optional.empty(),
        new RuntimeProgram.Java(jdk, List.of(), client, archives.find(jdk)),
        Map.of(), List.of(), "us-east-1");
  }

  private Path compile() throws IOException {
    Path source = Files.writeString(work.resolve("Hello.java"), SOURCE);
    Path classes = Files.createDirectory(work.resolve("classes"));
    int result =
        java.util.spi.ToolProvider.findFirst("javac").orElseThrow().run(
            System.out, System.err, "--release", "11", "-cp",
            client.root().resolve("lib/aws-lambda-java-core.jar").toString(),
            "-d", classes.toString(), source.toString());
    if (result != 0) {
      throw new IOException("javac ended with " + result);
    }
    return classes;
  }

  static Quantiles quantiles(List<Double> values) {
    return Quantiles.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  static String describe(List<Double> values) {
    Quantiles q = quantiles(values);
    MedianInterval interval =
        MedianInterval.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    return String.format(
        "p50 %.1f ms (95 %% interval %.1f..%.1f), p90 %.1f ms, min %.1f ms",
        q.median(), interval.low(), interval.high(), q.at(0.9), q.min());
  }

  @Override
  public void close() throws IOException {
    instance.close();
    Trees.delete(work);
  }
}
