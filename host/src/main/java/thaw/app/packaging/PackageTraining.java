package thaw.app.packaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import thaw.app.shared.Progress;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.files.Trees;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.Sha256;
import thaw.problem.UserMistake;
import thaw.recording.ClassLoad;
import thaw.recording.ClassLoadLog;
import thaw.snapshot.SnapshotStore;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapstart.BootstrapTraining;

/**
 * The archive of a package, by a run of the package itself, unless one has been made of exactly its
 * files and events: two trainings would not give the same bytes.
 */
final class PackageTraining {
  private static final String ARCHIVE = ArchiveFormat.AOT_CACHE.fileName();
  private static final int KEY_DIGITS = 32;

  /** What a JVM says when an agent adds to its boot class path. */
  private static final String APPENDED = "bootstrap classpath has been appended";

  /** So many classes of one jar are worth a line. */
  private static final int MANY = 50;

  private final BootstrapTraining training;
  private final SnapshotStore store;
  private final Progress progress;
  private Optional<ArchiveShare> share = Optional.empty();

  /**
   * @throws UserMistake where none is possible
   */
  PackageTraining(PackageOrder order) {
    this.training = new BootstrapTraining(order.workspace().instance());
    training.requirePossible();
    this.progress = order.progress();
    this.store =
        new SnapshotStore(order.workspace().cache().resolve("package-archives"), progress::line);
  }

  /**
   * @param made complete but for the archive, which it gets
   * @param spec of its environments
   * @param whose archive it is, for people
   */
  void train(StagedPackage made, EnvironmentSpec spec, List<byte[]> events, String whose)
      throws IOException, InterruptedException {
    store.prune();
    String key = key(made, spec.function(), events);
    Optional<Path> known = store.find(key);
    if (known.isPresent()) {
      made.archive(known.get().resolve(ARCHIVE));
      requireUsed(spec, made, events.getFirst());
      return;
    }
    String what =
        "training the %s of %s with %d event(s)%s"
            .formatted(
                made.archiveFormat().words(),
                whose,
                events.size(),
                spec.isEmulated() ? " on an emulated processor, which takes minutes" : "");
    Path staged = store.stage();
    try (Progress.Work _ = progress.begin(what)) {
      training.train(spec, made.archiveFormat(), events, staged.resolve(ARCHIVE));
      made.archive(staged.resolve(ARCHIVE));
      requireUsed(spec, made, events.getFirst());
      store.publish(key, staged);
    } finally {
      Trees.delete(staged);
    }
  }

  /**
   * Judges a training by what it made: a start with the archive, and where its classes are from.
   */
  private void requireUsed(EnvironmentSpec spec, StagedPackage made, byte[] event)
      throws IOException, InterruptedException {
    ArchiveFormat format = made.archiveFormat();
    BootstrapTraining.ArchivedStart start = training.start(spec, format, event);
    List<ClassLoad> loads = ClassLoadLog.of(start.loads());
    ArchiveShare found = ArchiveShare.of(loads);
    if (start.refusal().isPresent() || loads.stream().noneMatch(load -> isFrom(format, load))) {
      throw new UserMistake(
          "the package does not start from its %s: ".formatted(format.words())
              + start.refusal().orElseGet(start::reason).strip(),
          BootstrapTraining.REFUSED);
    }
    if (start.log().stream().anyMatch(line -> line.contains(APPENDED))) {
      progress.line(
          "the %s has the JDK's classes and those of the agent, and none of the function: the agent"
                  .formatted(format.words())
              + " appends itself to the boot class path, and a JVM then takes no others from it");
    } else {
      found.jars().forEach((jar, classes) -> tellLeftOut(spec, jar, classes));
    }
    share = Optional.of(found);
  }

  /**
   * Returns whether a class comes from the package's archive, and not from one of the JDK below.
   */
  private static boolean isFrom(ArchiveFormat format, ClassLoad load) {
    return load.isArchived()
        && (format == ArchiveFormat.AOT_CACHE || load.source().endsWith("(top)"));
  }

  /** Tells of a jar whose classes an archive leaves out, and why that is. */
  private void tellLeftOut(EnvironmentSpec spec, Path jar, int classes) {
    Path file =
        jar.startsWith(StagedPackage.TASK)
            ? spec.code().root().resolve(StagedPackage.TASK.relativize(jar))
            : jar;
    if (classes >= MANY || ArchiveShare.isSigned(file)) {
      progress.line(
          "%d classes of %s are not in the archive%s"
              .formatted(
                  classes,
                  jar,
                  ArchiveShare.isSigned(file)
                      ? ": a JVM leaves out those of a signed jar; use a build of it without a signature"
                      : ", so each start reads them from the jar: the training did not load them, or the JVM archives no such classes"));
    }
  }

  /** Returns which share of the classes came from the archive in its last start. */
  ArchiveShare share() {
    return share.orElseThrow();
  }

  private static String key(StagedPackage made, FunctionDefinition function, List<byte[]> trainedBy)
      throws IOException {
    List<byte[]> parts = new ArrayList<>();
    for (String part :
        List.of(
            made.facts(),
            String.join(" ", made.archiveFormat().furtherToWrite()),
            function.handler(),
            "" + function.memory().mebibytes(),
            new TreeMap<>(function.environment()).toString())) {
      parts.add(part.getBytes(StandardCharsets.UTF_8));
    }
    parts.addAll(trainedBy);
    return Sha256.of(
            out -> {
              for (byte[] part : parts) {
                out.write(part);
                out.write(0);
              }
            })
        .hex()
        .substring(0, KEY_DIGITS);
  }
}
