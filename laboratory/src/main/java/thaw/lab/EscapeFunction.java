package thaw.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LimitsPolicy;
import thaw.environment.launch.RuntimeProgram;
import thaw.escape.TracingFlags;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.lab.engine.LastLines;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Bind;
import thaw.sandbox.UntrustedFile;
import thaw.sandbox.UntrustedFolder;

/**
 * A function that is invoked until its methods are compiled, and whose JVM writes what it compiles.
 * It runs as on Lambda but without limits of time and CPU, and never frozen.
 */
final class EscapeFunction {
  /** The memory that both compilers and Flight Recorder need besides the function. */
  private static final MemorySize LEAST = new MemorySize(1024);

  private static final Path IN_BOX = Path.of("/mnt/thaw-escape");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LAST_LINES = 20;

  /** The largest log that is read, in bytes; a log of 20,000 compilations has some 300 MB. */
  private static final long MOST_BYTES = 4L << 30;

  private final SourceChoice source;
  private final EventChoice event;
  private final FunctionChoice choice;
  private final int invocations;
  private final boolean c1;
  private final boolean counts;
  private final LastLines lastLines = new LastLines(LAST_LINES);

  EscapeFunction(
      SourceChoice source,
      EventChoice event,
      FunctionChoice choice,
      int invocations,
      boolean c1,
      boolean counts) {
    this.source = source;
    this.event = event;
    this.choice = choice;
    this.invocations = invocations;
    this.c1 = c1;
    this.counts = counts;
  }

  /**
   * @param own jars and folders in place of the function's own classes; may be empty
   */
  int run(EscapeResult result, List<Path> own, Progress progress) throws InterruptedException {
    JvmChoice jvm = choice.jvm();
    event.check();
    Application application = source.read();
    FunctionDefinition chosen = choice.of(application, source);
    byte[] input = event.of(application, chosen, progress::line);
    FunctionDefinition function =
        chosen.memory().mebibytes() < LEAST.mebibytes() ? chosen.withMemory(LEAST) : chosen;
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    Path written = result.folder();
    try (Workspace workspace = Workspace.open(progress)) {
      workspace.requireJdk(jvm);
      workspace.letReach(source.reachesHost());
      workspace.build(function);
      workspace.startServices(application);
      EnvironmentSpec spec = workspace.specify(function, jvm);
      if (!(spec.program() instanceof RuntimeProgram.Java java)) {
        throw new UserMistake(
            function.logicalId() + " does not run on a JVM: " + function.runtime(),
            "choose a function with a Java runtime");
      }
      progress.line(said(java));
      trace(workspace, spec, java, input, written, progress);
      List<Path> code = new ArrayList<>();
      List<Path> libraries = new ArrayList<>();
      places(spec.code().root(), code, libraries);
      spec.layers().ifPresent(layers -> jars(layers.root(), libraries));
      jars(java.client().root(), libraries);
      libraries.add(java.jdk().home()); // in the box it is elsewhere
      return result.ofFolder(
          written, own.isEmpty() ? code : own, libraries, "choose a JDK that has HotSpot: --jdk");
    }
  }

  private String said(RuntimeProgram.Java java) {
    return c1
        ? "on " + java.label() + ", stopping at C1 as on Lambda"
        : "on "
            + java.label()
            + " with C2. On Lambda, functions on demand stop at C1 unless JAVA_TOOL_OPTIONS has"
            + " -XX:TieredStopAtLevel=4: there nothing is removed (--c1)";
  }

  private EnvironmentSpec observed(
      EnvironmentSpec spec, RuntimeProgram.Java java, Path folder, Path inBox) {
    List<String> flags = new ArrayList<>();
    flags.add("-XX:TieredStopAtLevel=" + (c1 ? 1 : 4)); // the last one counts
    boolean recorder = counts && Files.exists(java.jdk().home().resolve("lib/jfr"));
    flags.addAll(TracingFlags.to(inBox, recorder));
    return spec.observed(flags, List.of(new Bind(folder, inBox, true)))
        .withLimits(new LimitsPolicy(false, false, List::of));
  }

  private void trace(
      Workspace workspace,
      EnvironmentSpec spec,
      RuntimeProgram.Java java,
      byte[] input,
      Path written,
      Progress progress)
      throws InterruptedException {
    try (UntrustedFolder.Made traced = UntrustedFolder.make(workspace.instance(), "escape-")) {
      Path folder = traced.path();
      boolean there = workspace.instance().host().hasMountNamespaces();
      invoke(workspace, observed(spec, java, folder, there ? IN_BOX : folder), input, progress);
      copy(traced.folder(), written, progress);
    } catch (IOException e) {
      throw new UncheckedIOException("could not keep the JVM's log", e);
    }
  }

  private void invoke(Workspace workspace, EnvironmentSpec spec, byte[] input, Progress progress)
      throws InterruptedException {
    try (Environment environment =
            Environment.prepareWithLog(workspace.instance(), spec, lastLines::add);
        Progress.Bar bar = progress.bar("invocations", invocations)) {
      if (!(environment.initialise() instanceof InitOutcome.Ready)) {
        throw failed("it did not start", progress);
      }
      int step = Math.max(1, invocations / 100);
      for (int i = 0; i < invocations; i++) {
        environment.respond(Invocation.of(input), _ -> {});
        InvocationResult result = environment.conclude();
        if (result.outcome() instanceof InvocationOutcome.Failure failure) {
          throw failed(failure.type() + ": " + failure.message(), progress);
        }
        if ((i + 1) % step == 0) {
          bar.step(i + 1, "");
        }
      }
      if (!environment.shutDown(PATIENCE)) {
        progress.line("the function's JVM did not end when told: its log may not be whole");
      }
    }
  }

  private UserMistake failed(String why, Progress progress) {
    lastLines.all().forEach(progress::line);
    return new UserMistake(
        "the function failed: " + why,
        "mend it first, or give an event that it can serve: --event FILE");
  }

  /**
   * Copies those files that a JVM may have written, as the function can have put anything beside
   * them.
   */
  private static void copy(UntrustedFolder from, Path to, Progress progress) {
    try {
      for (String name : from.names(TracingFlags::isWritten)) {
        try (UntrustedFile file = from.open(name, MOST_BYTES)) {
          file.copyTo(to.resolve(name));
        } catch (IOException e) {
          progress.line("not read: " + e.getMessage());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not keep the JVM's log in " + to, e);
    }
  }

  /** The function's classes are the user's; a package that has jars only has the user's in them. */
  private static void places(Path root, List<Path> own, List<Path> libraries) {
    boolean hasClasses;
    try (Stream<Path> files = Files.walk(root)) {
      hasClasses = files.anyMatch(file -> file.toString().endsWith(".class"));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + root, e);
    }
    if (hasClasses) {
      own.add(root);
    }
    jars(root, hasClasses ? libraries : own);
  }

  private static void jars(Path root, List<Path> found) {
    try (Stream<Path> files = Files.walk(root)) {
      files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(found::add);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + root, e);
    }
  }
}
