package thaw.latency;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import thaw.files.Trees;
import thaw.sandbox.Instance;
import thaw.sandbox.Job;

/**
 * A folder as it looks over a network of a given latency: a mount that only jobs and boxes see that
 * are told to ({@link #job}). It ends with its program, so none is ever left behind.
 */
public final class LatencyMount implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;
  private static final String END = "it has ended";

  private final Job job;
  private final Path path;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private LatencyMount(Job job, Path path) {
    this.job = job;
    this.path = path;
  }

  /**
   * @param folder what is seen through it
   * @throws IOException when it cannot be mounted, with what the program said
   */
  public static LatencyMount open(Instance instance, Path folder, Duration latency)
      throws IOException, InterruptedException {
    Path path = Files.createTempDirectory(instance.directory(), "latency-");
    List<String> command =
        List.of(
            "env",
            "LC_ALL=C.UTF-8", // for names of files
            "sh",
            "-c",
            "umask 0; exec \"$@\"", // the kernel has applied the caller's
            "latency",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-cp",
            absolute(System.getProperty("java.class.path")),
            Main.class.getName(),
            folder.toString(),
            path.toString(),
            Long.toString(latency.toNanos() / 1000));
    Job job =
        instance.start("latency", new Job.Spec(command, Path.of("/"), true, Optional.empty()));
    LatencyMount mount = new LatencyMount(job, path);
    Thread.ofVirtual().name("latency-output").start(mount::read);
    try {
      mount.await(Main.READY);
      return mount;
    } catch (IOException | InterruptedException e) {
      mount.close();
      throw e;
    }
  }

  private static String absolute(String classPath) {
    return String.join(
        File.pathSeparator,
        List.of(classPath.split(File.pathSeparator)).stream()
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .toList());
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(job.output(), StandardCharsets.UTF_8))) {
      reader.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      // Killed: there is nothing more to read.
    }
    lines.add(END);
  }

  /** The rest of the line that begins so; what else the program says explains its end. */
  private String await(String beginning) throws IOException, InterruptedException {
    StringBuilder said = new StringBuilder();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null || line.equals(END)) {
        throw new IOException(
            "the file system with latency: "
                + (line == null ? "no answer in " + PATIENCE_SECONDS + " s" : END)
                + (said.isEmpty() ? "" : ", " + said));
      }
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length()).strip();
      }
      said.append(said.isEmpty() ? "" : " / ").append(line);
    }
  }

  private String ask(String order, String answer) throws IOException, InterruptedException {
    job.input().write((order + "\n").getBytes(StandardCharsets.UTF_8));
    job.input().flush();
    return await(answer);
  }

  /** Mounts it anew: nothing of it is in any cache of the kernel. Nobody may be using it. */
  public void again() throws IOException, InterruptedException {
    ask(Main.AGAIN, Main.READY);
  }

  /** Returns the number of round trips that the mount has had. */
  public long trips() throws IOException, InterruptedException {
    return Long.parseLong(ask(Main.TRIPS, Main.TRIPS));
  }

  /** Returns the path of the mounted folder as processes inside {@link #job} see it. */
  public Path path() {
    return path;
  }

  /** Returns whether its program lives. */
  public boolean isOpen() {
    return !job.exit().isDone();
  }

  /** Returns the job among whose mounts it is. */
  public Job job() {
    return job;
  }

  @Override
  public void close() {
    job.close();
    try {
      Trees.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + path + ": " + e, e);
    }
  }
}
