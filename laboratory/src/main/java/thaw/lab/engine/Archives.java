package thaw.lab.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.lab.result.SampleFailure;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapshot.archive.ArchiveKey;
import thaw.snapshot.archive.ArchiveStore;

/**
 * Class archives for the lab's JVMs, trained by a run of the program and kept for the next time.
 */
public final class Archives {
  private final ArchiveStore store;
  private final Workbench workbench;

  Archives(ArchiveStore store, Workbench workbench) {
    this.store = store;
    this.workbench = workbench;
  }

  /**
   * The JVM with the options that let it use such an archive, and refuse to start without. Trains
   * the archive when there is none for exactly this class path, JDK and training.
   *
   * @param training the run that trains it: as {@code measured}, or one that uses more
   * @throws SampleFailure when this JVM makes no archive, with what it said
   */
  public Jvm with(ArchiveUse use, Jvm measured, Jvm training)
      throws InterruptedException, SampleFailure {
    if (use == ArchiveUse.NO_CDS) {
      return measured.with("-Xshare:off");
    }
    Optional<ArchiveFormat> format = use.format();
    if (format.isEmpty()) {
      return measured;
    }
    Path archive = trained(format.get(), training).resolve(format.get().fileName());
    return measured.with(format.get().require(archive));
  }

  private Path trained(ArchiveFormat format, Jvm training)
      throws InterruptedException, SampleFailure {
    try {
      List<String> shape = new ArrayList<>(training.options());
      for (Path entry : training.classPath()) {
        // JVMs refuse an archive whose jars have another time, also when they are the same.
        shape.add(entry + " of " + Files.getLastModifiedTime(entry));
      }
      shape.addAll(training.program());
      ArchiveKey key = ArchiveKey.of(format, training.jdk(), training.classPath(), shape);
      Optional<Path> known = store.find(key);
      if (known.isPresent()) {
        return known.get();
      }
      Path made = Files.createTempDirectory(workbench.folder(), "archive-").resolve("made");
      JvmRun run = workbench.run(training.with(format.write(made)));
      if (!Files.exists(made)) {
        throw new SampleFailure("no " + format.words() + " was written: " + run.errors());
      }
      return store.publish(key, made);
    } catch (IOException e) {
      throw new UncheckedIOException("could not keep an archive", e);
    }
  }
}
