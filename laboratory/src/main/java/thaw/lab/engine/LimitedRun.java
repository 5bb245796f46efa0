package thaw.lab.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import thaw.files.Trees;
import thaw.function.MemorySize;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.Bind;
import thaw.sandbox.Capability;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;
import thaw.sandbox.SandboxSpec;

/**
 * Runs a program of the course in a box. As a function on Lambda it starts with all CPUs; when it
 * says that it is ready it gets its CPU limit, and then the word to go on: the file {@value #GO} in
 * its folder for temporary files.
 */
final class LimitedRun {
  private static final String READY = "ready";
  private static final String GO = "go";
  private static final int POLL_MILLIS = 2;

  private final Instance instance;

  LimitedRun(Instance instance) {
    this.instance = instance;
  }

  JvmRun run(Jvm jvm, CpuLimit cpu, MemorySize memory) throws InterruptedException, SampleFailure {
    requireCpuLimit();
    Path temporary = temporary();
    Output output = new Output();
    try (Sandbox box = instance.prepare("lab", spec(jvm, temporary, memory))) {
      long deadline = box.start() + jvm.patience().toNanos();
      awaitReady(box, output, deadline);
      box.limitCpu(cpu);
      Files.createFile(temporary.resolve(GO));
      int code = exitCode(box, deadline, jvm.patience());
      output.read(box);
      if (box.ranOutOfMemory()) {
        throw new SampleFailure("needs more than " + memory.mebibytes() + " MB");
      }
      if (code != 0) {
        throw new SampleFailure("ended with " + code + ": " + output.said());
      }
      return new JvmRun(output.lines(), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException("could not let the program go on", e);
    } finally {
      delete(temporary);
    }
  }

  private void requireCpuLimit() throws SampleFailure {
    Capability limit = instance.host().cpuLimit();
    if (!limit.available()) {
      throw new SampleFailure(
          "no " + limit.name() + " (" + limit.detail() + "); " + limit.remedy());
    }
  }

  private SandboxSpec spec(Jvm jvm, Path temporary, MemorySize memory) {
    List<Bind> binds = new ArrayList<>();
    Jvm seen = jvm;
    Path seenTemporary = temporary;
    if (instance.host().hasMountNamespaces()) {
      Path lang = Path.of("/var/lang");
      binds.add(Bind.readOnly(jvm.jdk().home(), lang));
      List<Path> classPath = new ArrayList<>();
      for (Path entry : jvm.classPath()) { // by its folder: only folders need not exist there
        Path folder = Path.of("/var/task/lib" + classPath.size());
        binds.add(Bind.readOnly(folderOf(entry), folder));
        classPath.add(folder.resolve(entry.getFileName()));
      }
      seenTemporary = Path.of("/tmp");
      binds.add(new Bind(temporary, seenTemporary, true));
      seen = jvm.at(lang, classPath);
    }
    return new SandboxSpec(
        Map.of("LANG", "C.UTF-8"),
        seen.with("-Djava.io.tmpdir=" + seenTemporary).command(),
        seenTemporary,
        binds,
        CpuLimit.whole(Runtime.getRuntime().availableProcessors()),
        memory.bytes());
  }

  private static Path folderOf(Path entry) {
    return Objects.requireNonNull(entry.toAbsolutePath().getParent(), entry.toString());
  }

  /** The box's own; writable for everybody, as the box may run as another user. */
  private Path temporary() {
    try {
      Path temporary = Files.createTempDirectory(instance.directory(), "lab-tmp-");
      return Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new UncheckedIOException("could not make a folder for temporary files", e);
    }
  }

  private static void awaitReady(Sandbox box, Output output, long deadline)
      throws InterruptedException, SampleFailure {
    while (true) {
      boolean alive = box.isAlive();
      output.read(box);
      if (output.lines().contains(READY)) {
        return;
      }
      if (!alive || System.nanoTime() - deadline > 0) {
        throw new SampleFailure(
            (alive ? "not ready in time: " : "ended before it was ready: ") + output.said());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static int exitCode(Sandbox box, long deadline, Duration patience)
      throws InterruptedException, SampleFailure {
    try {
      return box.exit().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SampleFailure("not done after " + patience.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot fail", e);
    }
  }

  private static void delete(Path temporary) {
    try {
      Trees.delete(temporary);
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + temporary, e);
    }
  }

  /** The output of the program until now. */
  private static final class Output {
    private static final int SHOWN_LINES = 3;
    private final StringBuilder text = new StringBuilder();

    void read(Sandbox box) {
      text.append(new String(box.output().drain(), StandardCharsets.UTF_8));
    }

    List<String> lines() {
      return text.toString().lines().toList();
    }

    String said() {
      List<String> lines = lines();
      return lines.isEmpty()
          ? "it said nothing"
          : String.join(" / ", lines.subList(0, Math.min(SHOWN_LINES, lines.size())));
    }
  }
}
