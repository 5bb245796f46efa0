package thaw.environment.restore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.environment.launch.Snapshot;
import thaw.sandbox.Instance;
import thaw.sandbox.IsolatedSandbox;
import thaw.snapshot.CriuMessages;
import thaw.snapshot.ParkedCriu;
import thaw.snapshot.RestoreOptions;

/**
 * The restore of a snapshot in a cell, with a CRIU that waits for it there. Where that CRIU cannot
 * restore from {@linkplain TouchedPages learned images}, whatever the reason, another one restores
 * from those that were dumped, and nobody learns of it but by the time.
 */
public final class CellRestore {
  /** The init phase's limit is shorter; this is for what hangs in CRIU. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** So that a second restore has its time before the init phase's limit. */
  private static final Duration PATIENCE_WITH_TOUCHED = Duration.ofSeconds(3);

  private static final Path TMP = Path.of("/tmp");

  private final Instance instance;
  private final Snapshot snapshot;
  private final IsolatedSandbox cell;
  private ParkedCriu criu; // guarded by this
  private boolean unneeded; // guarded by this

  private CellRestore(Instance instance, Snapshot snapshot, IsolatedSandbox cell, ParkedCriu criu) {
    this.instance = instance;
    this.snapshot = snapshot;
    this.cell = cell;
    this.criu = criu;
  }

  /**
   * Has the snapshot restored when the cell is started.
   *
   * @param touched the folder on the host that the cell has as {@link Snapshot#TOUCHED}
   */
  public static void park(
      Instance instance, Snapshot snapshot, Optional<Path> touched, IsolatedSandbox cell) {
    Path files = Snapshot.MOUNTED.resolve(Snapshot.TMP);
    if (!cell.files().overlay(files, TMP)) {
      cell.files().copy(files, TMP);
    }
    KernelFacts.give(snapshot.criu(), cell);
    try {
      ParkedCriu criu = start(snapshot, cell, "criu");
      CellRestore restore = new CellRestore(instance, snapshot, cell, criu);
      cell.parkRestore(() -> restore.run(touched), restore::end);
      criu.awaitReady(PATIENCE);
    } catch (IOException e) {
      throw new UncheckedIOException("could not start CRIU: " + e, e);
    }
  }

  private static ParkedCriu start(Snapshot snapshot, IsolatedSandbox cell, String output)
      throws IOException {
    return ParkedCriu.start(
        cell.entering(),
        snapshot.criu().inBox(),
        Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "XDG_RUNTIME_DIR", "/run"),
        cell.directory().resolve(output),
        List.of(cell.outputDescriptor()));
  }

  private void run(Optional<Path> touched) throws IOException {
    if (touched.isEmpty() || !succeeds(touched.get())) {
      restore(snapshot.images(), PATIENCE);
    }
    KernelFacts.take(snapshot.criu(), cell);
  }

  /** From these images; if not, the cell is as before, with another CRIU. */
  private boolean succeeds(Path touched) throws IOException {
    try {
      restore(Snapshot.TOUCHED, PATIENCE_WITH_TOUCHED);
      if (cell.hasRestored()) {
        return true;
      }
    } catch (IOException | RuntimeException e) {
      if (isUnneeded()) {
        throw e;
      }
    }
    TouchedPages.forget(instance, snapshot, touched);
    cell.killRestored(); // so that a CRIU that waits for it ends, too, and leaves no zombie
    current().end();
    startAgain();
    return false;
  }

  private void restore(Path images, Duration patience) throws IOException {
    RestoreOptions options =
        new RestoreOptions(
            images,
            IsolatedSandbox.CRIU_OPTIONS,
            1,
            List.of(
                new RestoreOptions.Inherited(
                    snapshot.pipe(), ParkedCriu.FIRST_FURTHER_DESCRIPTOR)));
    try (ParkedCriu mine = current()) {
      CriuMessages.Response response = mine.restore(options, patience);
      if (!response.success()) {
        throw new IOException(response.toString());
      }
    }
  }

  private synchronized void startAgain() throws IOException {
    if (unneeded) {
      throw new IOException("the cell is about to end");
    }
    criu = start(snapshot, cell, "criu-again");
  }

  private synchronized ParkedCriu current() {
    return criu;
  }

  private synchronized boolean isUnneeded() {
    return unneeded;
  }

  /** When the cell ends. */
  private void end() {
    synchronized (this) {
      unneeded = true;
    }
    current().end();
  }
}
