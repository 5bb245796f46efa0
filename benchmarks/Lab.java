import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.snapstart.ArchiveTraining;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.SandboxHost;
import thaw.files.Trees;
import thaw.snapshot.archive.ArchiveStore;
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

  /**
   * A cold start as real ones are: class loading from the JDK's modules and of generated classes,
   * lambdas, regular expressions, and TLS set-up.
   */
  static final String BUSY_HANDLER = "Busy::handleRequest";

  static final String BUSY =
      """
      import java.io.*;
      import java.util.stream.*;
      import com.amazonaws.services.lambda.runtime.*;
      public class Busy implements RequestStreamHandler {
        public interface Greeter { String greet(String name); }
        static {
          work(200);
        }
        static void work(int proxies) {
          try {
            String xml = IntStream.range(0, 2000).mapToObj(k -> "<i n='" + k + "'/>").collect(Collectors.joining());
            var in = new ByteArrayInputStream(("<r>" + xml + "</r>").getBytes());
            var document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
            var transformer = javax.xml.transform.TransformerFactory.newInstance().newTransformer();
            transformer.transform(new javax.xml.transform.dom.DOMSource(document), new javax.xml.transform.stream.StreamResult(new StringWriter()));
            for (int i = 0; i < proxies; i++) {
              ClassLoader loader = new ClassLoader(Busy.class.getClassLoader()) {};
              Greeter greeter = (Greeter) java.lang.reflect.Proxy.newProxyInstance(loader, new Class<?>[] {Greeter.class}, (p, m, a) -> "hello " + a[0]);
              greeter.greet("you");
            }
            javax.net.ssl.SSLContext.getDefault();
          } catch (Exception e) {
            throw new RuntimeException(e);
          }
        }
        public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
          work(200);
          out.write(String.format("{\\"%s\\":%d}", "done", 1).getBytes());
        }
      }
      """;

  Lab() throws IOException {
    this(SandboxHost.probe());
  }

  Lab(SandboxHost host) throws IOException {
    Path program = Path.of(System.getProperty("thaw.program"));
    work = Files.createTempDirectory("thaw-benchmark-");
    trainingFunction = program.resolve("training-function");
    client =
        RuntimeClient.install(ClientKind.OFFICIAL, program, work.resolve("client"));
    code = compile("Hello", SOURCE);
    instance = Instance.open(host, work.resolve("instances"));
    archives = new ArchiveTraining(instance, client, new ArchiveStore(work.resolve("archives")), trainingFunction);
  }

  static Jdk jdk(int feature) {
    return Jdks.find(System.getenv(), Path.of(System.getProperty("user.home"))).ofFeature(feature).orElseThrow();
  }

  EnvironmentSpec hello(Jdk jdk, int memory) throws InterruptedException {
    return function(jdk, memory, code, HANDLER);
  }

  /** A function of one folder of classes. */
  EnvironmentSpec function(Jdk jdk, int memory, Path classes, String handler) throws InterruptedException {
    if (archives.isMissing(jdk)) {
      archives.train(jdk);
    }
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("Hello")
            .name("hello")
            .code(new CodeSource.Folder(classes))
            .handler(handler)
            .runtime("java" + jdk.feature())
            .memory(new MemorySize(memory))
            .timeout(Duration.ofSeconds(30))
            .build();
    return EnvironmentSpec.latest(
        function, new DeploymentPackage(classes, "", 0), Optional.empty(),
        new RuntimeProgram.Java(jdk, List.of(), client, archives.find(jdk)),
        Map.of(), List.of(), "us-east-1");
  }

  Path compile(String name, String text) throws IOException {
    Path source = Files.writeString(work.resolve(name + ".java"), text);
    Path classes = Files.createDirectory(work.resolve(name));
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

  /** All sources of a folder, with libraries, for Java 17. */
  void compile(Path sources, Path classes, List<String> libraries) throws IOException {
    List<String> options = new ArrayList<>(List.of("--release", "17", "-proc:none", "-d", classes.toString(), "-cp"));
    List<String> classPath = new ArrayList<>(libraries);
    classPath.add(client.root().resolve("lib/aws-lambda-java-core.jar").toString());
    options.add(String.join(":", classPath));
    try (Stream<Path> files = Files.list(sources)) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(options::add);
    }
    int result =
        java.util.spi.ToolProvider.findFirst("javac").orElseThrow().run(
            System.out, System.err, options.toArray(String[]::new));
    if (result != 0) {
      throw new IOException("javac ended with " + result);
    }
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

  /** What a sample says of a promise: where the machine is too busy to tell, neither yes nor no. */
  enum Verdict {
    KEPT,
    BROKEN,
    UNDECIDED;

    /** By whether the interval of the median lies inside or outside of what was promised. */
    static Verdict of(MedianInterval found, double least, double most) {
      if (found.low() >= least && found.high() <= most) {
        return KEPT;
      }
      return found.low() > most || found.high() < least ? BROKEN : UNDECIDED;
    }

    @Override
    public String toString() {
      return this == UNDECIDED ? "undecided: take more rounds, or a quieter machine" : name().toLowerCase();
    }
  }

  @Override
  public void close() throws IOException {
    instance.close();
    Trees.delete(work);
  }
}
