package thaw.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import thaw.files.Trees;
import thaw.sandbox.kernel.Syscalls;

/**
 * A folder in which a function's processes may put whatever they like: links to files of ours,
 * FIFOs that nobody writes to, files that grow while they are read. What is opened in it is what
 * the function's own user has made there, or nothing. Refuses to know what the files are for.
 *
 * <p>No link is followed, neither in the name of a file nor in those of the folders on the way to
 * it: each is opened with {@code O_PATH | O_NOFOLLOW}, which opens no device and waits for no FIFO,
 * and the next one is looked up in what was opened. What is looked at, connected to or read is that
 * very file ({@code /proc/self/fd/N}), whatever its name leads to by then.
 *
 * @param path itself in the hands of nobody but us; below {@code /proc/PID/root} it may be a folder
 *     of the function's, then it is not followed either
 * @param owner number of the user as whom the function runs
 * @see <a href="https://man7.org/linux/man-pages/man2/open.2.html">open(2)</a>, {@code O_PATH}
 */
public record UntrustedFolder(Path path, int owner) {
  private static final Path PROC = Path.of("/proc");
  private static final int MOST_NAMES = 1 << 16;

  /** Makes the folder of a host whose functions run as its sandboxes do. */
  public static UntrustedFolder of(SandboxHost host, Path path) {
    try {
      return new UntrustedFolder(path, host.dropsPrivileges() ? SandboxUser.UID : ownUser());
    } catch (IOException e) {
      throw new IllegalStateException("there is no /proc", e);
    }
  }

  private static int ownUser() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /** A folder that was made here, and is deleted with all that is in it when it is closed. */
  public record Made(UntrustedFolder folder) implements Closeable {
    public Path path() {
      return folder.path();
    }

    @Override
    public void close() throws IOException {
      Trees.delete(path());
    }
  }

  /** A new folder of an instance for a box to write to, and for no other user but us. */
  public static Made make(Instance instance, String prefix) throws IOException {
    Path path = Files.createTempDirectory(instance.directory(), prefix);
    Made made = new Made(of(instance.host(), path));
    if (instance.host().dropsPrivileges()) {
      Files.setAttribute(path, "unix:gid", SandboxUser.GID);
      Files.setAttribute(path, "unix:uid", SandboxUser.UID);
    }
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    return made;
  }

  /** Returns whether something has this name, of whatever kind. */
  public boolean has(String name) {
    return Files.exists(path.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** Names in the folder, of whatever kind, in no order; of very many, some. */
  public List<String> names(Predicate<String> wanted) throws IOException {
    List<String> names = new ArrayList<>();
    int seen = 0;
    try (UntrustedFile folder = opened();
        DirectoryStream<Path> children = Files.newDirectoryStream(folder.path())) {
      for (Path child : children) {
        String name = child.getFileName().toString();
        if (wanted.test(name)) {
          names.add(name);
        }
        if (++seen == MOST_NAMES) {
          break;
        }
      }
      return names;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /**
   * A file that is the function's own, to be closed.
   *
   * @param name its own, or with names of folders before it
   * @param mostBytes that are read of it
   * @throws IOException when there is none, or what is there is no such file
   */
  public UntrustedFile open(String name, long mostBytes) throws IOException {
    UntrustedFile file = found(name, mostBytes);
    try {
      file.requireFile(owner);
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * A socket that is the function's own, to be connected to by its path while it is open.
   *
   * @throws IOException when there is none, or what is there is no socket
   */
  public UntrustedFile socket(String name) throws IOException {
    UntrustedFile socket = found(name, 0);
    try {
      socket.requireSocket(owner);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private UntrustedFile found(String name, long mostBytes) throws IOException {
    UntrustedFile at = opened();
    for (Path step : Path.of(name)) {
      if (step.toString().equals("..")) {
        at.close();
        throw new IllegalArgumentException("leaves the folder: " + name);
      }
      try (UntrustedFile folder = at) {
        at =
            new UntrustedFile(
                Syscalls.openPath(folder.path().resolve(step), false),
                path.resolve(name),
                mostBytes);
      }
    }
    return at;
  }

  private UntrustedFile opened() throws IOException {
    return new UntrustedFile(Syscalls.openPath(path, !path.startsWith(PROC)), path, 0);
  }

  /**
   * Makes an empty file of ours.
   *
   * @throws IOException also when something has the name
   */
  public void makeFile(String name) throws IOException {
    try (UntrustedFile folder = opened()) {
      Files.createFile(folder.path().resolve(name));
    }
  }

  /** Removes what has the name, if anything has; a link itself, not what it leads to. */
  public void remove(String name) throws IOException {
    try (UntrustedFile folder = opened()) {
      Files.deleteIfExists(folder.path().resolve(name));
    }
  }
}
