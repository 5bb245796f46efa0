package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import thaw.files.Trees;
import thaw.sandbox.kernel.Namespace;
import thaw.sandbox.kernel.Syscalls;

/** The files of an isolated sandbox as its processes see them, read and changed as its root. */
public final class IsolatedFiles {
  private static final int ANYBODY_WRITES = 01777;

  /**
   * The flags of {@code sys/mount.h} by which what somebody has put there gives nobody more rights.
   */
  private static final long NOSUID_NODEV = 2 | 4;

  private final Namespace mounts;

  IsolatedFiles(Namespace mounts) {
    this.mounts = mounts;
  }

  /**
   * Shows in a folder what is in another one as well; what is written, changed and removed stays in
   * the folder's own file system.
   *
   * @param lower in the sandbox; nothing in it ever changes
   * @return false when the folder's file system permits no such thing
   */
  public boolean overlay(Path lower, Path folder) {
    Path upper = folder.resolve(".upper");
    Path work = folder.resolve(".work"); // both are hidden by the mount
    return mounts.enter(() -> {
      Files.createDirectories(work);
      Files.createDirectories(upper);
      Files.setAttribute(upper, "unix:mode", ANYBODY_WRITES);
      try {
        String layers = "lowerdir=" + lower + ",upperdir=" + upper + ",workdir=" + work;
        Syscalls.mount("overlay", folder.toString(), "overlay", NOSUID_NODEV, layers);
        return true;
      } catch (IOException e) {
        return false;
      }
    });
  }

  /**
   * Copies what is in a folder into another one, with owners, modes and times; links are copied,
   * not followed.
   */
  public void copy(Path from, Path to) {
    Trees.Copy copy = new Trees.Copy(from, to); // loaded here: its file is not in the sandbox
    mounts.enter(() -> {
      copy.run();
      return true;
    });
  }

  public void write(Path file, byte[] content) {
    mounts.enter(() -> Files.write(file, content));
  }

  /** The content of a file, if there is one that is not empty. */
  public Optional<byte[]> read(Path file) {
    return mounts.enter(() ->
        Files.exists(file) && Files.size(file) > 0
            ? Optional.of(Files.readAllBytes(file))
            : Optional.empty());
  }
}
