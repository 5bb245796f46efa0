import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import thaw.snapstart.ArchiveTraining;
import thaw.environment.launch.ClientKind;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.environment.InvocationResult;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.archive.ArchiveStore;

/**
 * What does a hello world with a POJO handler cost at its start with AWS's runtime client, and what
 * with Thaw's? An order goes in and a receipt comes out, both beans. Interleaved cold starts at 256 MB
 * of the same handler in two versions: beans as they are, and beans that describe themselves for wire.
 *
 * <p>Promised: init and first invocation of the described beans on Thaw's client take at most half of
 * the CPU time of the plain beans on AWS's, and at most 700 classes beyond those of an empty main.
 * Classes are counted without the class archive of the client: from one of JDK 25 all its classes are
 * loaded at once, asked for or not, which costs microseconds each and says nothing of the function.
 *
 * <p>Run with {@code benchmarks/run RuntimeClients [starts of each] [JDK feature version ...]}; 15 and
 * 25 unless told.
 */
public final class RuntimeClients {
  private static final int MEMORY = 256;
  private static final double CPU_RATIO = 0.5;
  private static final int CLASSES = 700;
  private static final double MILLI = 1e6;
  private static final String HANDLER = "Orders::handleRequest";

  private static final byte[] EVENT =
      """
      {"id":"2026-11-22/0000471","customer":"Pepper Potts","note":null,"placed":1795325129123,"total":249.35,
      "paid":true,"priority":3,"lines":[{"product":"dog food, 12 kg","quantity":2,"price":39.95,"gift":false},
      {"product":"leash","quantity":1,"price":14.5,"gift":true}]}
      """
          .getBytes(StandardCharsets.UTF_8);

  private static final String ANSWER = "{\"id\":\"2026-11-22/0000471\",\"lines\":2,\"total\":249.35}";

  /** What stands in %s makes the beans describe themselves. */
  private static final String SOURCE =
      """
      import com.amazonaws.services.lambda.runtime.*;
      import java.util.*;
      %s
      public class Orders implements RequestHandler<Orders.Order, Orders.Receipt> {
        public Receipt handleRequest(Order order, Context context) {
          Receipt receipt = new Receipt();
          receipt.setId(order.getId());
          receipt.setLines(order.getLines().size());
          receipt.setTotal(order.getTotal());
          return receipt;
        }
        public static class Order %s {
          private String id;
          private String customer;
          private String note;
          private long placed;
          private double total;
          private boolean paid;
          private int priority;
          private List<Line> lines = new ArrayList<>();
          public String getId() { return id; }
          public void setId(String id) { this.id = id; }
          public String getCustomer() { return customer; }
          public void setCustomer(String customer) { this.customer = customer; }
          public String getNote() { return note; }
          public void setNote(String note) { this.note = note; }
          public long getPlaced() { return placed; }
          public void setPlaced(long placed) { this.placed = placed; }
          public double getTotal() { return total; }
          public void setTotal(double total) { this.total = total; }
          public boolean isPaid() { return paid; }
          public void setPaid(boolean paid) { this.paid = paid; }
          public int getPriority() { return priority; }
          public void setPriority(int priority) { this.priority = priority; }
          public List<Line> getLines() { return lines; }
          public void setLines(List<Line> lines) { this.lines = lines; }
          %s
        }
        public static class Line %s {
          private String product;
          private int quantity;
          private double price;
          private boolean gift;
          public String getProduct() { return product; }
          public void setProduct(String product) { this.product = product; }
          public int getQuantity() { return quantity; }
          public void setQuantity(int quantity) { this.quantity = quantity; }
          public double getPrice() { return price; }
          public void setPrice(double price) { this.price = price; }
          public boolean isGift() { return gift; }
          public void setGift(boolean gift) { this.gift = gift; }
          %s
        }
        public static class Receipt %s {
          private String id;
          private int lines;
          private double total;
          public String getId() { return id; }
          public void setId(String id) { this.id = id; }
          public int getLines() { return lines; }
          public void setLines(int lines) { this.lines = lines; }
          public double getTotal() { return total; }
          public void setTotal(double total) { this.total = total; }
          %s
        }
      }
      """;

  private static final String ORDER =
      """
      static final Field ID = Field.of(1, "id");
      static final Field CUSTOMER = Field.of(2, "customer");
      static final Field NOTE = Field.of(3, "note");
      static final Field PLACED = Field.of(4, "placed");
      static final Field TOTAL = Field.of(5, "total");
      static final Field PAID = Field.of(6, "paid");
      static final Field PRIORITY = Field.of(7, "priority");
      static final Field LINES = Field.of(8, "lines");
      public void wire(Wire w) {
        id = w.string(ID, id);
        customer = w.string(CUSTOMER, customer);
        note = w.string(NOTE, note);
        placed = w.int64(PLACED, placed);
        total = w.float64(TOTAL, total);
        paid = w.bool(PAID, paid);
        priority = w.int32(PRIORITY, priority);
        lines = w.list(LINES, lines, Line.SHAPE);
      }
      """;

  private static final String LINE =
      """
      static final Field PRODUCT = Field.of(1, "product");
      static final Field QUANTITY = Field.of(2, "quantity");
      static final Field PRICE = Field.of(3, "price");
      static final Field GIFT = Field.of(4, "gift");
      static final Shape<Line> SHAPE = new ObjectShape<Line>() {
        protected Line blank() { return new Line(); }
        protected Line fields(Wire w, Line line) {
          line.product = w.string(PRODUCT, line.product);
          line.quantity = w.int32(QUANTITY, line.quantity);
          line.price = w.float64(PRICE, line.price);
          line.gift = w.bool(GIFT, line.gift);
          return line;
        }
      };
      """;

  private static final String RECEIPT =
      """
      static final Field ID = Field.of(1, "id");
      static final Field LINES = Field.of(2, "lines");
      static final Field TOTAL = Field.of(3, "total");
      public void wire(Wire w) {
        id = w.string(ID, id);
        lines = w.int32(LINES, lines);
        total = w.float64(TOTAL, total);
      }
      """;

  private final Lab lab;
  private final Map<ClientKind, RuntimeClient> clients = new LinkedHashMap<>();
  private final Path plain;
  private final Path described;
  private boolean kept = true;

  /** All of one cold start, from the start of the JVM to the response. */
  private record Start(double cpu, double total, double init, double first, double classes) {}

  private RuntimeClients(Lab lab) throws IOException {
    this.lab = lab;
    Path program = Path.of(System.getProperty("thaw.program"));
    for (ClientKind kind : ClientKind.values()) {
      clients.put(kind, RuntimeClient.install(kind, program, lab.work.resolve("client-" + kind.option())));
    }
    plain = compile("plain", SOURCE.formatted("", "", "", "", "", "", ""));
    described =
        compile(
            "described",
            SOURCE.formatted(
                "import thaw.wire.*;", "implements Wired", ORDER, "", LINE, "implements Wired", RECEIPT));
  }

  public static void main(String[] arguments) throws Exception {
    int starts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 15;
    List<Integer> jdks = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) {
      jdks.add(Integer.parseInt(arguments[i]));
    }
    boolean kept;
    try (Lab lab = new Lab()) {
      RuntimeClients benchmark = new RuntimeClients(lab);
      for (int feature : jdks.isEmpty() ? List.of(25) : jdks) {
        benchmark.measure(Lab.jdk(feature), starts);
      }
      kept = benchmark.kept;
    }
    System.exit(kept ? 0 : 1);
  }

  private void measure(Jdk jdk, int starts) throws Exception {
    Map<String, EnvironmentSpec> specs = new LinkedHashMap<>();
    Map<ClientKind, ArchiveTraining> archives = new LinkedHashMap<>();
    for (ClientKind kind : ClientKind.values()) {
      ArchiveTraining training =
          new ArchiveTraining(
              lab.instance,
              clients.get(kind),
              new ArchiveStore(lab.work.resolve("archives-" + kind.option())),
              lab.trainingFunction);
      training.train(jdk);
      archives.put(kind, training);
    }
    String official = "AWS's client, plain beans";
    String lean = "Thaw's client, described beans";
    String bare = lean + ", no archive";
    specs.put(official, spec(jdk, ClientKind.OFFICIAL, archived(archives, ClientKind.OFFICIAL, jdk), plain));
    specs.put("Thaw's client, plain beans", spec(jdk, ClientKind.THAW, archived(archives, ClientKind.THAW, jdk), plain));
    specs.put(lean, spec(jdk, ClientKind.THAW, archived(archives, ClientKind.THAW, jdk), described));
    specs.put(official + ", no archive", spec(jdk, ClientKind.OFFICIAL, Optional.empty(), plain));
    specs.put(bare, spec(jdk, ClientKind.THAW, Optional.empty(), described));

    Map<String, List<Start>> results = new LinkedHashMap<>();
    Random random = new Random(8);
    for (int i = -1; i < starts; i++) {
      List<String> order = new ArrayList<>(specs.keySet());
      Collections.shuffle(order, random);
      for (String name : order) {
        Start start = coldStart(specs.get(name));
        if (i >= 0) {
          results.computeIfAbsent(name, _ -> new ArrayList<>()).add(start);
        }
      }
    }

    int empty = emptyMain(jdk);
    System.out.printf(
        "%s, %d MB, %d starts each, interleaved; an empty main loads %,d classes%n%n",
        jdk.label(), MEMORY, starts, empty);
    System.out.println(
        "| client and handler | CPU ms | min-max | init ms | first ms | start to response ms | classes beyond an empty main |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|");
    specs.keySet().forEach(name -> print(name, results.get(name), empty));
    System.out.println();
    promise(
        "CPU of init and first invocation, share of AWS's client",
        median(results.get(lean), Start::cpu) / median(results.get(official), Start::cpu),
        CPU_RATIO);
    promise(
        "classes beyond an empty main, no archive",
        median(results.get(bare), Start::classes) - empty,
        CLASSES);
  }

  private void print(String name, List<Start> starts, int empty) {
    List<Double> cpu = starts.stream().map(Start::cpu).toList();
    System.out.printf(
        "| %s | %.1f | %.1f-%.1f | %.1f | %.1f | %.1f | %,.0f |%n",
        name,
        median(starts, Start::cpu),
        Collections.min(cpu),
        Collections.max(cpu),
        median(starts, Start::init),
        median(starts, Start::first),
        median(starts, Start::total),
        median(starts, Start::classes) - empty);
  }

  private static double median(List<Start> starts, java.util.function.ToDoubleFunction<Start> of) {
    return Lab.quantiles(starts.stream().map(of::applyAsDouble).toList()).median();
  }

  private void promise(String what, double value, double limit) {
    kept &= value <= limit;
    System.out.printf(
        "%s %s: %.2f, promised at most %.1f%n", value <= limit ? "kept  " : "BROKEN", what, value, limit);
  }

  private EnvironmentSpec spec(
      Jdk jdk, ClientKind kind, Optional<RuntimeProgram.ClassArchive> archive, Path classes) {
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("Orders")
            .name("orders")
            .code(new CodeSource.Folder(classes))
            .handler(HANDLER)
            .runtime("java" + jdk.feature())
            .memory(new MemorySize(MEMORY))
            .timeout(Duration.ofSeconds(30))
            .build();
    return EnvironmentSpec.latest(
        function, new DeploymentPackage(classes, "", 0), Optional.empty(),
        new RuntimeProgram.Java(jdk, List.of(), clients.get(kind), archive),
        Map.of(), List.of(), "us-east-1");
  }

  private static Optional<RuntimeProgram.ClassArchive> archived(
      Map<ClientKind, ArchiveTraining> archives, ClientKind kind, Jdk jdk) {
    return archives.get(kind).find(jdk);
  }

  private Start coldStart(EnvironmentSpec spec) throws InterruptedException {
    List<String> log = new ArrayList<>();
    try (Environment environment = Environment.prepareWithLog(lab.instance, spec, log::add)) {
      environment.initialise();
      InvocationResult result = environment.invoke(Invocation.of(EVENT));
      String answer = new String(result.outcome().payload(), StandardCharsets.UTF_8);
      if (!(result.outcome() instanceof InvocationOutcome.Success) || !answer.equals(ANSWER)) {
        throw new IllegalStateException("answered " + answer + "\n" + String.join("\n", log));
      }
      return new Start(
          environment.inspection().usage().cpuNanos() / MILLI,
          result.startToResponse().orElseThrow().toNanos() / MILLI,
          result.init().orElseThrow().toNanos() / MILLI,
          result.duration().toNanos() / MILLI,
          environment.inspection().loadedClasses().orElseThrow());
    }
  }

  /** With the JDK's own archive and collector as functions have it. */
  private int emptyMain(Jdk jdk) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(lab.work.resolve("empty-" + jdk.feature()));
    Path source = folder.resolve("Empty.java");
    Files.writeString(source, "public class Empty { public static void main(String[] a) {} }");
    javac(folder, source, "");
    Path log = folder.resolve("classes.txt");
    int exit =
        new ProcessBuilder(
                jdk.java().toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + log, "-cp", folder.toString(), "Empty")
            .inheritIO()
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IOException("an empty main ended with " + exit);
    }
    try (Stream<String> lines = Files.lines(log)) {
      return (int) lines.filter(line -> line.contains(" source: ")).count();
    }
  }

  /** With wire in its lib folder, as a package has what its code needs. */
  private Path compile(String name, String text) throws IOException {
    Path folder = Files.createDirectories(lab.work.resolve(name));
    Path source = Files.writeString(Files.createDirectories(lab.work.resolve(name + "-source")).resolve("Orders.java"), text);
    Path jars = clients.get(ClientKind.THAW).root().resolve("lib");
    List<Path> classPath;
    try (Stream<Path> files = Files.list(jars)) {
      classPath = files.filter(jar -> jar.toString().endsWith(".jar")).toList();
    }
    javac(folder, source, String.join(":", classPath.stream().map(Path::toString).toList()));
    if (text.contains("thaw.wire")) {
      Path lib = Files.createDirectories(folder.resolve("lib"));
      for (Path jar : classPath) {
        if (jar.getFileName().toString().matches("thaw-wire(-\\d.*)?\\.jar")) {
          Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    return folder;
  }

  private static void javac(Path out, Path source, String classPath) throws IOException {
    int result =
        java.util.spi.ToolProvider.findFirst("javac").orElseThrow().run(
            System.out, System.err, "--release", "17", "-cp", classPath, "-d", out.toString(), source.toString());
    if (result != 0) {
      throw new IOException("javac ended with " + result);
    }
  }
}
