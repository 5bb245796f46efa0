package thaw.snapstart;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LambdaPaths;
import thaw.environment.launch.RuntimeProgram;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.sandbox.UntrustedFile;
import thaw.sandbox.UntrustedFolder;
import thaw.snapshot.archive.ArchiveFormat;

/**
 * Class archives of functions that bring their JVM: their own bootstrap writes it, when it is told
 * to, in an environment that serves the events.
 */
public final class BootstrapTraining {
  private static final String LOADS = "thaw-loads.log";
  private static final long MOST_LOADS_BYTES = 256L << 20;

  /** What to do where a JVM refuses an archive. */
  public static final String REFUSED =
      "take out what it names (an option in JAVA_TOOL_OPTIONS or of thaw fix, a jar, a class path),"
          + " or package it without an archive: --to managed";

  /** How a JVM says that an agent has failed. */
  private static final String OF_AGENT = "-javaagent failed";

  private static final String RECORDED = "classes.aotconf";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** An emulator takes some ten times as long. */
  private static final Duration EMULATED_PATIENCE = Duration.ofMinutes(30);

  private final Instance instance;

  public BootstrapTraining(Instance instance) {
    this.instance = instance;
  }

  /**
   * A start of a package with its archive.
   *
   * @param refusal what bootstrap or the JVM said of why it does not start from it
   * @param loads the JVM's log of class loads
   * @param log of the function
   */
  public record ArchivedStart(Optional<String> refusal, byte[] loads, List<String> log) {
    /** Returns what the JVM said, of a start for which it used nothing of the archive. */
    public String reason() {
      return ArchiveTraining.reason(log);
    }
  }

  /**
   * @throws UserMistake on a host without mount namespaces
   */
  public void requirePossible() {
    if (!instance.host().hasMountNamespaces()) {
      throw new UserMistake(
          "a class archive is of files at the paths that they have on AWS, and this host permits no"
              + " mount namespaces",
          "run it as root, or see thaw doctor");
    }
  }

  /**
   * @param spec of a function that brings its JVM
   * @param format of the archive
   * @param archive gets what was written
   * @throws UserMistake when there is none, with the function's or the JVM's reason
   */
  public void train(EnvironmentSpec spec, ArchiveFormat format, List<byte[]> events, Path archive)
      throws IOException, InterruptedException {
    requirePossible();
    String name = format.fileName();
    List<String> log = new ArrayList<>();
    try (UntrustedFolder.Made made = UntrustedFolder.make(instance, "archive-")) {
      UntrustedFolder written = made.folder();
      RuntimeProgram program =
          switch (spec.program()) {
            case RuntimeProgram.Bootstrap bootstrap -> bootstrap.training();
            case RuntimeProgram.Image image -> image.training();
            case RuntimeProgram.Java java ->
                throw new IllegalStateException("brings no JVM: " + java.label());
          };
      EnvironmentSpec training =
          spec.withProgram(program)
              .bound(List.of(new Bind(written.path(), LambdaPaths.ARCHIVE, true)));
      Path recorded = LambdaPaths.ARCHIVE.resolve(RECORDED);
      Path target = LambdaPaths.ARCHIVE.resolve(name);
      serve(
          training.observed(
              spec.isEmulated() ? ArchiveFormat.recordAot(recorded) : format.write(target),
              List.of()),
          events,
          log);
      if (spec.isEmulated() && written.has(RECORDED)) {
        log.clear();
        EnvironmentSpec creating =
            training.observed(ArchiveFormat.createAot(recorded, target), List.of());
        try (Environment environment = Environment.prepareWithLog(instance, creating, log::add)) {
          environment.initialise(); // ends when the archive is made, before there is a function
        }
      }
      if (!written.has(name)) {
        throw new UserMistake(
            "the JVM makes no class archive of the packaged function: "
                + ArchiveTraining.reason(log),
            REFUSED);
      }
      try (UntrustedFile file = written.open(name, ArchiveTraining.MOST_BYTES)) {
        file.copyTo(archive);
      }
    }
  }

  /**
   * Starts the function once with a JVM that is to end unless it maps the archive, and logs where
   * its classes come from: with some options a JVM starts without the archive all the same.
   */
  public ArchivedStart start(EnvironmentSpec spec, ArchiveFormat format, byte[] event)
      throws IOException, InterruptedException {
    try (UntrustedFolder.Made written = UntrustedFolder.make(instance, "loads-")) {
      return start(spec, format, event, written.folder());
    }
  }

  private ArchivedStart start(
      EnvironmentSpec spec, ArchiveFormat format, byte[] event, UntrustedFolder written)
      throws IOException, InterruptedException {
    List<String> log = new ArrayList<>();
    // Not to /tmp: a function may empty or fill that.
    Path loads = LambdaPaths.ARCHIVE.resolve(LOADS);
    EnvironmentSpec strict =
        spec.bound(List.of(new Bind(written.path(), LambdaPaths.ARCHIVE, true)))
            .observed(
                List.of(
                    format.requireOption(),
                    "-Xlog:class+load=info:file=" + loads + ":timenanos,tid:filecount=0"),
                List.of());
    try (Environment environment = Environment.prepareWithLog(instance, strict, log::add)) {
      try {
        serve(environment, List.of(event), log);
      } catch (UserMistake failure) {
        return new ArchivedStart(
            Optional.of(ofBootstrap(log).orElseGet(() -> ArchiveTraining.reason(log))),
            new byte[0],
            log);
      }
      try (UntrustedFile file = written.open(LOADS, MOST_LOADS_BYTES)) {
        return new ArchivedStart(ofBootstrap(log), file.read(), log);
      }
    }
  }

  /** Serves the events, and ends the function as Lambda does, which writes what it was told to. */
  private void serve(EnvironmentSpec training, List<byte[]> events, List<String> log)
      throws InterruptedException {
    Duration patience = training.isEmulated() ? EMULATED_PATIENCE : PATIENCE;
    try (Environment environment = Environment.prepareWithLog(instance, training, log::add)) {
      serve(environment, events, log);
      if (!environment.shutDown(patience)) {
        throw failed("it was killed, or did not end within " + patience.toSeconds() + " s");
      }
    }
  }

  private static Optional<String> ofBootstrap(List<String> log) {
    return log.stream().filter(line -> line.contains(" its class archive")).findFirst();
  }

  private static void serve(Environment environment, List<byte[]> events, List<String> log)
      throws InterruptedException {
    switch (environment.initialise()) {
      case InitOutcome.Ready _ -> {
        for (byte[] event : events) {
          InvocationResult result = environment.invoke(Invocation.of(event));
          if (result.outcome() instanceof InvocationOutcome.Failure failure) {
            throw failed(failure.type() + ": " + failure.message());
          }
        }
      }
      case InitOutcome.Failed failed ->
          throw failed(failed.type() + ": " + failed.message() + lastOf(log));
      case InitOutcome.TimedOut(Duration after) ->
          throw failed("init did not end within " + after.toSeconds() + " s");
    }
  }

  private static String lastOf(List<String> log) {
    if (log.stream().anyMatch(line -> line.contains(OF_AGENT))) {
      return log.stream()
          .filter(line -> line.startsWith("Caused by: ") || line.contains(OF_AGENT))
          .findFirst()
          .map(line -> " (an agent does not start: " + line.strip() + ")")
          .orElseThrow();
    }
    Optional<String> last =
        log.stream().filter(line -> line.startsWith("thaw: ") || line.contains("rror")).findFirst();
    return last.map(line -> line.startsWith("Error occurred") ? ArchiveTraining.reason(log) : line)
        .map(line -> " (" + line.strip() + ")")
        .orElse("");
  }

  private static UserMistake failed(String why) {
    return new UserMistake(
        "the training run of the packaged function failed: " + why,
        "try it with: thaw invoke, and give events that it can serve: --event FILE");
  }
}
