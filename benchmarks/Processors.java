import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.deployment.Emulator;
import thaw.deployment.PackageLayout;
import thaw.deployment.StagedPackage;
import thaw.deployment.Sysroot;
import thaw.deployment.SystemFiles;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.files.Trees;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.HostArchitecture;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.DeploymentStore;
import thaw.function.packaging.ImageConfig;
import thaw.image.ImageStore;
import thaw.recording.ClassLoad;
import thaw.recording.ClassLoadLog;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;

/**
 * Does a package start on every processor of its architecture, from its archive or, with one line in
 * the log, without it? Each start is one by QEMU's user mode emulation of a processor, of bootstrap
 * and JVM.
 *
 * <p>Run with {@code benchmarks/run Processors HANDLER [--sysroot ARCHITECTURE=DIR] [--page] PACKAGE ...}; the packages
 * are folders that {@code thaw package} has made of one function; with {@code --page} the table of
 * docs/measured/processors.md is written anew. It ends with 1 when a process has died.
 */
public final class Processors {
  private static final Map<String, List<String>> MODELS =
      Map.of(
          "x86_64",
          List.of("qemu64", "Nehalem", "SandyBridge", "Haswell", "Skylake-Server", "Icelake-Server", "EPYC", "max"),
          "arm64",
          List.of("cortex-a53", "cortex-a72", "neoverse-n1", "max"));

  private static final String LOG = "loads.log";
  private static final String BEGINNING = "thaw: starts without its class archive";
  private static final long MOST_BYTES = 64L << 20;

  /** A package, laid out to be started. */
  private record Laid(String name, String architecture, EnvironmentSpec spec, byte[] event) {}

  private static boolean died;

  public static void main(String[] arguments) throws Exception {
    String handler = arguments[0];
    List<Path> packages = new ArrayList<>();
    Map<String, Path> systems = new java.util.HashMap<>();
    boolean page = false;
    for (int i = 1; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--sysroot" -> {
          String[] words = arguments[++i].split("=", 2);
          systems.put(words[0], Path.of(words[1]));
        }
        case "--page" -> page = true;
        default -> packages.add(Path.of(arguments[i]));
      }
    }
    Path work = Files.createTempDirectory("thaw-processors-");
    List<String> table = new ArrayList<>();
    table.add("architecture\tprocessor\tpackage\tJVM\tstart\tclasses from the archive");
    try (Instance instance = Instance.open(SandboxHost.probe(), work.resolve("instances"))) {
      for (Path each : packages) {
        Laid laid = laid(each, handler, systems, Files.createTempDirectory(work, "package-"));
        Emulator emulator = Emulator.find(laid.architecture(), System.getenv("PATH"));
        for (String model : MODELS.get(laid.architecture())) {
          EnvironmentSpec spec = laid.spec().emulatedBy(emulator.program(), List.of("-cpu", model));
          String row =
              "%s\t%s\t%s\t%s".formatted(laid.architecture(), model, laid.name(), started(instance, work, spec, laid.event()));
          System.out.println(row);
          table.add(row);
        }
      }
    } finally {
      Trees.delete(work);
    }
    if (page) {
      new MeasuredPage("processors.md", "Processors").writeTable(table);
    }
    System.exit(died ? 1 : 0);
  }

  private static String started(Instance instance, Path work, EnvironmentSpec spec, byte[] event)
      throws Exception {
    EnvironmentSpec logged =
        spec.observed(
            List.of("-Xlog:class+load=info:file=/tmp/" + LOG + ":timenanos,tid:filecount=0"), List.of());
    List<String> log = new ArrayList<>();
    try (Environment environment = Environment.prepareWithLog(instance, logged, log::add)) {
      Optional<String> failure =
          switch (environment.initialise()) {
            case InitOutcome.Ready _ ->
                environment.invoke(Invocation.of(event)).outcome() instanceof InvocationOutcome.Failure failed
                    ? Optional.of(failed.type() + ": " + failed.message())
                    : Optional.empty();
            case InitOutcome.Failed failed -> Optional.of(failed.type() + ": " + failed.message());
            case InitOutcome.TimedOut _ -> Optional.of("init timed out");
          };
      if (failure.isPresent()) {
        died = true;
        log.forEach(line -> System.err.println("  " + line.strip()));
        return "?\tdies: " + failure.get() + "\t";
      }
      List<ClassLoad> loads;
      try (var file = environment.inspection().temporary().open(LOG, MOST_BYTES)) {
        Path copy = work.resolve(LOG);
        file.copyTo(copy);
        loads = ClassLoadLog.read(copy);
        Files.delete(copy);
      }
      long archived = loads.stream().filter(ClassLoad::isArchived).count();
      List<String> lines =
          log.stream().filter(line -> line.contains(BEGINNING) || line.contains("[warning]") || line.contains("[error]")).map(String::strip).toList();
      if (archived == 0 && lines.size() != 1) {
        died = true; // without its archive, and without one line that says why
      }
      return "%s\t%s\t%s".formatted(
          jvm(spec),
          lines.isEmpty() ? "from its archive" : String.join("; ", lines),
          "%d of %d".formatted(archived, loads.size()));
    }
  }

  private static String jvm(EnvironmentSpec spec) throws IOException {
    RuntimeProgram.Image image = (RuntimeProgram.Image) spec.program();
    for (Path release : List.of(image.root().resolve("var/lang/release"), spec.code().root().resolve("thaw/jvm/release"))) {
      if (Files.exists(release)) {
        return Files.readAllLines(release).stream()
            .filter(line -> line.startsWith("JAVA_RUNTIME_VERSION") || line.startsWith("JAVA_VERSION="))
            .findFirst()
            .map(line -> line.replaceAll(".*\"(.*)\"", "$1"))
            .orElse("?");
      }
    }
    return "?";
  }

  private static Laid laid(Path folder, String handler, Map<String, Path> systems, Path work) throws IOException {
    JsonNode manifest = new ObjectMapper().readTree(folder.resolve("manifest.json").toFile());
    String architecture = manifest.path("architecture").asText();
    String way = manifest.path("way").asText();
    byte[] event;
    try (Stream<Path> events = Files.list(folder.resolve("events"))) {
      event = Files.readAllBytes(events.findFirst().orElseThrow());
    }
    Path root;
    CodeSource source;
    DeploymentPackage code;
    if (way.equals("image")) {
      root = image(folder.resolve("image.tar"), architecture, work);
      source = new CodeSource.Image(root, ImageConfig.NONE);
      code = new DeploymentPackage(root.resolve("var/task"), "", 0);
    } else {
      Path zip = folder.resolve("function.zip");
      source = new CodeSource.Archive(zip);
      code = new DeploymentStore(work.resolve("store")).put(source);
      if (way.equals("runtime")) {
        root = image(folder.resolve("runtime.tar"), architecture, work);
      } else {
        root = Files.createDirectory(work.resolve("root"));
        Path jvm = code.root().resolve(PackageLayout.PROVIDED.jvm());
        if (architecture.equals(HostArchitecture.NAME)) {
          SystemFiles.copy(jvm, root);
        } else {
          SystemFiles.copy(jvm, new Sysroot(systems.get(architecture), architecture), root);
        }
      }
    }
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("App")
            .name("App")
            .code(source)
            .handler(handler)
            .runtime(way.equals("image") ? "image" : "provided.al2023")
            .memory(new MemorySize(512))
            .timeout(Duration.ofMinutes(10))
            .build();
    List<String> command =
        switch (way) {
          case "image" -> List.of("/var/task/bootstrap", handler);
          case "runtime" -> List.of("/var/runtime/bootstrap");
          default -> List.of("/var/task/bootstrap");
        };
    Map<String, String> environment =
        way.equals("image")
            ? Map.of("LAMBDA_TASK_ROOT", "/var/task", "LAMBDA_RUNTIME_DIR", "/var/runtime")
            : Map.of();
    RuntimeProgram.Image program =
        new RuntimeProgram.Image(
            way.equals("image") ? RuntimeProgram.Image.WHOLE : RuntimeProgram.Image.RUNTIME,
            root,
            RuntimeProgram.Image.UNFINISHED,
            command,
            StagedPackage.TASK,
            environment,
            false,
            false);
    return new Laid(
        way,
        architecture,
        EnvironmentSpec.latest(function, code, Optional.empty(), program, Map.of(), List.of(), "us-east-1"),
        event);
  }

  private static Path image(Path tar, String architecture, Path work) {
    return new ImageStore(work.resolve("images"), _ -> {}).put(tar, architecture).root();
  }
}
