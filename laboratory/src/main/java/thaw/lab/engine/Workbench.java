package thaw.lab.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import thaw.experiment.NoiseWatch;
import thaw.files.Trees;
import thaw.function.MemorySize;
import thaw.lab.result.Case;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.kernel.ProcessTree;
import thaw.snapshot.archive.ArchiveStore;

/**
 * The tools of a lesson: JDKs, the programs of the course, fresh JVMs, boxes, archives, and a
 * folder that ends with the run. Any thread may close it, which ends all that runs.
 */
public final class Workbench implements AutoCloseable {
  /** Variables by which a JVM gets options that nobody here has chosen. */
  private static final List<String> FOREIGN_OPTIONS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  private static final int SHOWN_LINES = 3;
  private static final long MILLIS_OF_CLOSING = 200;
  private static final double NANOS_PER_TICK = 10_000_000;

  /** The least wait for what a program has written, and for its end when it is killed. */
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(2);

  private final Instance instance;
  private final Path course;
  private final Path cache;
  private final Path folder;
  private final List<Jdk> jdks;
  private final Archives archives;
  private final FunctionMaker functions;
  private final Set<Process> processes = ConcurrentHashMap.newKeySet();
  private boolean watched;
  private final double loadBefore = NoiseWatch.load();

  /** CPU time of the programs that {@link #run} has run. */
  private final AtomicLong programsNanos = new AtomicLong();

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Deque<Runnable> ends = new ConcurrentLinkedDeque<>();

  /**
   * @param course the folder with the programs of the course: {@code thaw-course.jar} and a folder
   *     for each set of libraries that one of them needs
   * @param cache where what can be made again is kept for the next run
   * @param jdks among which {@link Case#JDK} chooses
   * @param functions makes functions of code, for lessons with whole cold starts
   */
  public Workbench(
      Instance instance, Path course, Path cache, List<Jdk> jdks, FunctionMaker functions) {
    this.instance = instance;
    this.course = course;
    this.cache = cache;
    this.jdks = List.copyOf(jdks);
    this.functions = functions;
    this.archives = new Archives(new ArchiveStore(cache.resolve("archives")), this);
    try {
      this.folder = Files.createDirectory(instance.directory().resolve("lab"));
      Files.createDirectories(cache);
    } catch (IOException e) {
      throw new UncheckedIOException("could not make the lab's folder", e);
    }
  }

  public Instance instance() {
    return instance;
  }

  /** Returns the run's own folder, empty at first; it ends with the run, whatever ends it. */
  public Path folder() {
    return folder;
  }

  /**
   * Returns the folder for what takes long to make and can be made again; name what is in it by its
   * contents.
   */
  public Path cache() {
    return cache;
  }

  /** The programs of the course, without any library. */
  public Path courseJar() {
    return course.resolve(CourseCode.JAR);
  }

  /** A set of libraries that came with the program, in the order of their names. */
  public List<Path> libraries(String set) {
    try (var files = Files.list(course.resolve(set))) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + course.resolve(set), e);
    }
  }

  public Archives archives() {
    return archives;
  }

  public FunctionMaker functions() {
    return functions;
  }

  public Jdk jdk(Case subject) {
    String label = subject.get(Case.JDK);
    return jdks.stream()
        .filter(jdk -> jdk.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such JDK: " + label));
  }

  /**
   * Runs a JVM to its end. Its property {@code thaw.spawned} has the {@link System#nanoTime} of its
   * start, which on Linux all JVMs count from the same moment (CLOCK_MONOTONIC).
   *
   * @throws SampleFailure when it ends with another code than 0, or not in time
   */
  public JvmRun run(Jvm jvm) throws InterruptedException, SampleFailure {
    ProcessBuilder builder = new ProcessBuilder().directory(folder.toFile());
    FOREIGN_OPTIONS.forEach(builder.environment()::remove);
    builder.command(jvm.with("-Dthaw.spawned=" + System.nanoTime()).command());
    long before = childrenNanos();
    long deadline = System.nanoTime() + jvm.patience().toNanos();
    Process process = started(builder);
    try {
      process.getOutputStream().close();
      CompletableFuture<List<String>> output = lines(process.getInputStream());
      CompletableFuture<List<String>> errors = lines(process.getErrorStream());
      if (!process.waitFor(jvm.patience().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SampleFailure("not done after " + jvm.patience().toSeconds() + " s");
      }
      JvmRun run = new JvmRun(whole(output, deadline), whole(errors, deadline));
      if (process.exitValue() != 0) {
        throw new SampleFailure(
            "ended with " + process.exitValue() + ": " + said(run.errors(), run.output()));
      }
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException("could not close a program's input", e);
    } finally {
      ProcessTree.kill(process);
      // So that its CPU time is counted.
      process
          .onExit()
          .completeOnTimeout(process, LEAST_PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .join();
      processes.remove(process);
      programsNanos.addAndGet(childrenNanos() - before);
    }
  }

  /** All that a program has written that has ended; what it has started may go on writing. */
  private static List<String> whole(CompletableFuture<List<String>> lines, long deadline)
      throws InterruptedException, SampleFailure {
    try {
      long patience = Math.max(deadline - System.nanoTime(), LEAST_PATIENCE.toNanos());
      return lines.get(patience, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SampleFailure("it has ended, but something that it started keeps its output open");
    } catch (ExecutionException e) {
      throw new IllegalStateException("to read cannot fail but with words", e);
    }
  }

  /**
   * Runs a JVM to its end in a box. It starts with all CPUs, writes the line {@code ready} when the
   * quota may begin, and waits for the file {@code go} in its folder for temporary files.
   *
   * @param cpu its limit from then on
   * @param memory its limit from the start on
   * @throws SampleFailure as {@link #run}, and where this host limits no CPU, with the remedy
   */
  public JvmRun runLimited(Jvm jvm, CpuLimit cpu, MemorySize memory)
      throws InterruptedException, SampleFailure {
    if (isClosed()) {
      throw new InterruptedException("the lab is closed");
    }
    return new LimitedRun(instance).run(jvm, cpu, memory);
  }

  /**
   * Registers a step that {@link #close} runs, for things a lesson has made elsewhere. The step
   * registered last runs first.
   */
  public void atEnd(Runnable end) {
    ends.push(end);
  }

  private Process started(ProcessBuilder builder) throws InterruptedException {
    if (isClosed()) {
      throw new InterruptedException("the lab is closed");
    }
    try {
      Process process = builder.start();
      processes.add(process);
      if (isClosed()) {
        ProcessTree.kill(process); // closed meanwhile, without having seen it
      }
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException("could not start " + builder.command(), e);
    }
  }

  private static CompletableFuture<List<String>> lines(InputStream stream) {
    CompletableFuture<List<String>> lines = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("lab-output")
        .start(() -> {
          try (BufferedReader reader =
              new BufferedReader(new java.io.InputStreamReader(stream, StandardCharsets.UTF_8))) {
            lines.complete(reader.lines().toList());
          } catch (IOException | UncheckedIOException e) {
            lines.complete(List.of("its output could not be read: " + e));
          }
        });
    return lines;
  }

  private static String said(List<String> errors, List<String> output) {
    List<String> lines = errors.isEmpty() ? output : errors;
    return lines.isEmpty()
        ? "it said nothing"
        : String.join(" / ", lines.subList(0, Math.min(SHOWN_LINES, lines.size())));
  }

  /** See {@link CourseCode#digest}. */
  public String digest(Syllabus lesson) {
    return CourseCode.digest(courseJar(), lesson);
  }

  /** Watches what else the machine does while a lesson runs. */
  NoiseWatch watch() {
    boolean first = !watched;
    watched = true;
    return first
        ? NoiseWatch.after(instance.host(), this::cpuNanos, loadBefore)
        : NoiseWatch.goOn(instance.host(), this::cpuNanos);
  }

  /** CPU time of all programs that ended here, and of all boxes; empty where nobody counts. */
  OptionalLong cpuNanos() {
    OptionalLong boxes = instance.cpuNanos();
    return boxes.isEmpty() ? boxes : OptionalLong.of(boxes.getAsLong() + programsNanos.get());
  }

  /**
   * CPU time of all children of this process that have ended. What runs in boxes and jobs is among
   * them, and nothing of it ends while {@link #run} waits for a program: samples are taken one
   * after the other.
   */
  private static long childrenNanos() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      // cutime and cstime, in ticks: fields 16 and 17 of proc_pid_stat(5), the third comes first
      double ticks = Double.parseDouble(fields[13]) + Double.parseDouble(fields[14]);
      return Math.round(ticks * NANOS_PER_TICK);
    } catch (IOException e) {
      return 0;
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  /**
   * Returns whether what failed just now did so because all ends here. A Ctrl-C reaches the
   * programs before this is closed because of it.
   */
  boolean isBeingClosed() throws InterruptedException {
    return closed.await(MILLIS_OF_CLOSING, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    closed.countDown();
    processes.forEach(ProcessTree::kill);
    RuntimeException failure = new IllegalStateException("not all of the lab could be ended");
    for (Runnable end = ends.poll(); end != null; end = ends.poll()) {
      try {
        end.run();
      } catch (RuntimeException e) { // the others must be ended all the same
        failure.addSuppressed(e);
      }
    }
    try {
      Trees.delete(folder);
    } catch (IOException e) {
      // Something still writes to it, as with Ctrl-C: the instance removes it with all else.
    }
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }
}
