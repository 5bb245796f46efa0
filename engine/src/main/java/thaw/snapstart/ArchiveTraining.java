package thaw.snapstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeCommand;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.launch.SandboxLayout;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.sandbox.UntrustedFile;
import thaw.sandbox.UntrustedFolder;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapshot.archive.ArchiveKey;
import thaw.snapshot.archive.ArchiveStore;

/**
 * Makes the class archive of the runtime client's own classes, once per JDK, as AWS ships one with
 * each managed runtime. No class of a user's function is in it: the client loads those with a class
 * loader of its own.
 */
public final class ArchiveTraining {
  private static final String HANDLER = "thaw.training.TrainingFunction::handleRequest";
  private static final int INVOCATIONS = 3;

  /** Much more than the largest archive that a function's classes fill. */
  static final long MOST_BYTES = 4L << 30;

  /** The words that a JVM has for every refusal. */
  private static final List<String> GENERAL =
      List.of(
          "An error has occurred while processing",
          "Loading static archive failed",
          "Unable to map shared spaces",
          "Unable to use AOT cache.",
          "Unable to use create AOT cache.",
          "Disabling optimized module handling",
          "are not compatible with the ones specified when",
          "Child process failed",
          "] Skipping "); // a class alone

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final byte[] EVENT =
      "{\"name\":\"training\",\"count\":1,\"price\":1.5,\"tags\":[\"a\"],\"attributes\":{\"k\":\"v\"}}"
          .getBytes(StandardCharsets.UTF_8);

  private final Instance instance;
  private final RuntimeClient client;
  private final ArchiveStore store;
  private final Path trainingFunction;
  private final Map<Jdk, Optional<ArchiveKey>> keys = new ConcurrentHashMap<>();

  /**
   * @param trainingFunction folder with the classes of the training function
   */
  public ArchiveTraining(
      Instance instance, RuntimeClient client, ArchiveStore store, Path trainingFunction) {
    this.instance = instance;
    this.client = client;
    this.store = store;
    this.trainingFunction = trainingFunction;
  }

  /** The archive for this JDK when it exists; empty for a JDK that knows no archive. */
  public Optional<RuntimeProgram.ClassArchive> find(Jdk jdk) {
    return key(jdk)
        .flatMap(key ->
            store
                .find(key)
                .map(folder -> archive(folder, key.format(), RuntimeProgram.ArchiveUse.START)));
  }

  /** Returns whether {@link #train} would have something to do. */
  public boolean isMissing(Jdk jdk) {
    return ArchiveFormat.of(jdk).isPresent() && find(jdk).isEmpty() && problem(jdk).isEmpty();
  }

  /**
   * Returns why this JDK has no archive although its version knows them, in one line for the user.
   */
  public Optional<String> problem(Jdk jdk) {
    Optional<ArchiveKey> key = key(jdk);
    try {
      return key.isEmpty()
          ? Optional.empty()
          : store
              .findProblem(key.get())
              .map(reason ->
                  "no class archive of the runtime client for "
                      + jdk.label()
                      + ", starts are slower than on Lambda: "
                      + reason);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the archives: " + e, e);
    }
  }

  /**
   * Starts a runtime, lets it serve a few events, and keeps the archive that it writes, or what the
   * JVM says why it wrote none.
   *
   * @return why neither was kept, as when the runtime was killed: then the next one may make it
   */
  public Optional<String> train(Jdk jdk) throws InterruptedException {
    ArchiveKey key = key(jdk).orElseThrow();
    try {
      try (UntrustedFolder.Made trained = UntrustedFolder.make(instance, "archive-")) {
        return train(jdk, key, trained.folder());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not make the class archive for " + jdk.label() + ": " + e.getMessage(), e);
    }
  }

  private Optional<String> train(Jdk jdk, ArchiveKey key, UntrustedFolder trained)
      throws IOException, InterruptedException {
    List<String> log = new ArrayList<>();
    EnvironmentSpec spec =
        spec(jdk, archive(trained.path(), key.format(), RuntimeProgram.ArchiveUse.WRITE));
    Optional<String> broken;
    try (Environment environment = Environment.prepareWithLog(instance, spec, log::add)) {
      broken = broken(environment);
    }
    if (broken.isPresent()) {
      return broken;
    }
    String archive = key.format().fileName();
    if (!trained.has(archive)) {
      store.publishProblem(key, reason(log));
      return Optional.empty();
    }
    try (UntrustedFile written = trained.open(archive, MOST_BYTES)) {
      store.publish(key, written.path());
      return Optional.empty();
    }
  }

  /** Returns the reason why the runtime did not come to its own end, which may be a failure. */
  private static Optional<String> broken(Environment environment) throws InterruptedException {
    if (environment.initialise() instanceof InitOutcome.Failed failed) {
      return others(environment, failed.message());
    }
    for (byte[] event : events()) {
      if (environment.invoke(Invocation.of(event)).outcome()
          instanceof InvocationOutcome.Failure failure) {
        return others(environment, failure.message());
      }
    }
    return environment.shutDown(PATIENCE)
        ? Optional.empty()
        : Optional.of("it was killed, or did not end within " + PATIENCE.toSeconds() + " s");
  }

  /** Nothing where the JVM itself gave up, as it will each time. */
  private static Optional<String> others(Environment environment, String message) {
    return environment.lastExit().filter(exit -> !exit.isKill()).isPresent()
        ? Optional.empty()
        : Optional.of(message);
  }

  private static RuntimeProgram.ClassArchive archive(
      Path folder, ArchiveFormat format, RuntimeProgram.ArchiveUse use) {
    return new RuntimeProgram.ClassArchive(folder, format, use, Optional.empty());
  }

  /**
   * Returns the line of a JVM's log that tells most of why there is no archive, or no start from
   * one: what it says after the words that it ends, else an error, else a warning. That there was
   * something to say is not what is looked for: a JVM warns of much that does no harm.
   */
  static String reason(List<String> log) {
    List<String> lines = log.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    List<String> telling =
        lines.stream().filter(line -> GENERAL.stream().noneMatch(line::contains)).toList();
    Optional<String> last = Optional.empty();
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i - 1).startsWith("Error occurred during") && telling.contains(lines.get(i))) {
        last = Optional.of(lines.get(i));
      }
    }
    return last.or(() -> said(telling, "[error"))
        .or(() -> said(telling, "[ ")) // goes on with a warning
        .or(() -> said(telling, "[warning"))
        .or(() -> said(telling, "warning: "))
        .or(() -> said(lines, "[error"))
        .orElse(lines.isEmpty() ? "it said nothing" : lines.getLast());
  }

  private static Optional<String> said(List<String> lines, String level) {
    return lines.stream().filter(line -> line.contains(level)).findFirst();
  }

  /** Computed once for each JDK: it digests the contents of the whole class path. */
  private Optional<ArchiveKey> key(Jdk jdk) {
    return keys.computeIfAbsent(jdk, this::computeKey);
  }

  private Optional<ArchiveKey> computeKey(Jdk jdk) {
    return ArchiveFormat.of(jdk)
        .map(format -> {
          EnvironmentSpec spec =
              spec(jdk, archive(client.root(), format, RuntimeProgram.ArchiveUse.WRITE));
          Bind anywhere = new Bind(instance.directory(), Path.of("/tmp"), true); // is in no command
          SandboxLayout layout =
              SandboxLayout.of(instance.host().hasMountNamespaces(), spec, anywhere);
          List<Path> contents = new ArrayList<>(client.jars());
          contents.addAll(trainingClasses());
          try {
            List<String> shape = new ArrayList<>(RuntimeCommand.of(spec, layout));
            shape.add(client.root().getFileName().toString()); // the JVM knows its jars' times
            return ArchiveKey.of(format, jdk, contents, shape);
          } catch (IOException e) {
            throw new UncheckedIOException("could not read " + contents + ": " + e, e);
          }
        });
  }

  private List<Path> trainingClasses() {
    try (Stream<Path> files = Files.walk(trainingFunction)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + trainingFunction + ": " + e, e);
    }
  }

  /** Events that let a runtime client do all that it does. */
  public static List<byte[]> events() {
    return Collections.nCopies(INVOCATIONS, EVENT);
  }

  /**
   * The function that trains a runtime client.
   *
   * @param classes folder with its classes
   * @param runtime Lambda's identifier
   */
  public static FunctionDefinition function(Path classes, String runtime) {
    return FunctionDefinitionBuilder.builder()
        .logicalId("Training")
        .name("training")
        .code(new CodeSource.Folder(classes))
        .handler(HANDLER)
        .runtime(runtime)
        .memory(new MemorySize(2048))
        .timeout(PATIENCE)
        .build();
  }

  private EnvironmentSpec spec(Jdk jdk, RuntimeProgram.ClassArchive archive) {
    return EnvironmentSpec.latest(
        function(trainingFunction, "java" + jdk.feature()),
        new DeploymentPackage(trainingFunction, "", 0),
        Optional.empty(),
        new RuntimeProgram.Java(jdk, List.of(), client, Optional.of(archive)),
        Map.of(),
        List.of(),
        "us-east-1");
  }
}
