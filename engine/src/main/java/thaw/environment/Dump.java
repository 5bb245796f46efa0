package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.environment.launch.Snapshot;
import thaw.sandbox.Bind;
import thaw.sandbox.IsolatedSandbox;
import thaw.sandbox.Sandbox;
import thaw.sandbox.SandboxSpec;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.ImageRewrite;

/**
 * Writes the process of an isolated sandbox, and the files in its {@code /tmp}, to disk.
 *
 * @param folder on the host
 */
public record Dump(CriuCommand criu, Path folder) {
  private static final Path IN_SANDBOX = Snapshot.MOUNTED.resolve(Snapshot.COPIED_IMAGES);

  /**
   * @param folder on the host, empty
   */
  public static Dump to(CriuCommand criu, Path folder) {
    try {
      Files.createDirectory(folder.resolve(Snapshot.COPIED_IMAGES));
      Files.createDirectory(folder.resolve(Snapshot.TMP));
      return new Dump(criu, folder);
    } catch (IOException e) {
      throw new UncheckedIOException("could not prepare " + folder + ": " + e, e);
    }
  }

  /** Returns the folders that the sandbox must see. */
  public List<Bind> binds() {
    List<Bind> all = new ArrayList<>(criu.binds());
    all.add(new Bind(folder, Snapshot.MOUNTED, true));
    return all;
  }

  /**
   * Takes a snapshot of the process. Whether that succeeds or not, the process has ended
   * afterwards.
   *
   * @param box an isolated sandbox
   */
  SnapshotResult take(Sandbox box) {
    if (!(box instanceof IsolatedSandbox sandbox)) {
      throw new IllegalStateException("the process is not in a sandbox that CRIU can dump");
    }
    Optional<String> problem = write(sandbox);
    if (problem.isPresent()) {
      return new SnapshotResult.Impossible(problem.get());
    }
    Snapshot taken = new Snapshot(criu, folder, sandbox.pipe(), map().isEmpty(), false);
    try {
      taken.close();
    } catch (IOException e) {
      return new SnapshotResult.Impossible("it could not be closed to others: " + e);
    }
    return new SnapshotResult.Taken(taken);
  }

  /** Writes the images and /tmp to the folder. Returns nothing, or why that could not be done. */
  private Optional<String> write(IsolatedSandbox sandbox) {
    CriuCommand own = criu.unprivileged(criu.unprivileged() || sandbox.host().dropsPrivileges());
    Optional<String> problem = sandbox.dump(own.inBox().dump(SandboxSpec.PROGRAM_PID, IN_SANDBOX));
    if (problem.isPresent()) {
      return Optional.of("CRIU: " + problem.get() + " " + errors());
    }
    sandbox.files().copy(Path.of("/tmp"), Snapshot.MOUNTED.resolve(Snapshot.TMP));
    return Optional.empty();
  }

  /**
   * Makes what is restored by mapping memory out of what is restored by copying it.
   *
   * @return whether that was possible; else there is only the latter
   */
  private Optional<String> map() {
    try {
      ImageRewrite.rewrite(
          folder.resolve(Snapshot.COPIED_IMAGES),
          folder.resolve(Snapshot.MAPPED_IMAGES),
          folder.resolve(Snapshot.MEMORY),
          Snapshot.MOUNTED.resolve(Snapshot.MEMORY).toString());
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private String errors() {
    Path log = folder.resolve(Snapshot.COPIED_IMAGES).resolve("dump.log");
    try {
      return Files.readAllLines(log).stream()
          .filter(line -> line.startsWith("Error"))
          .collect(Collectors.joining("; "));
    } catch (IOException e) {
      return "(no log)";
    }
  }
}
