package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what this machine has of FUSE: the device of the kernel, and the library of the system. */
public final class FuseLibrary {
  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final String NAME = "file system with latency";
  private static final String COST = "thaw lab storage shows no stand-in for a network file system";

  /** The folders in which distributions have libraries. */
  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/" + System.getProperty("os.arch").replace("amd64", "x86_64") + "-linux-gnu",
          "/lib/" + System.getProperty("os.arch").replace("amd64", "x86_64") + "-linux-gnu",
          "/usr/lib64",
          "/lib64",
          "/usr/lib",
          "/usr/local/lib");

  /** Debian 12 has the first; since libfuse 3.17 it is the second. */
  private static final List<String> FILES = List.of("libfuse3.so.3", "libfuse3.so.4");

  /** {@code libfuse3.so.3.14.0}, {@code libfuse3.so.4.1}. */
  private static final Pattern VERSION = Pattern.compile("libfuse3\\.so\\.(\\d+)\\.(\\d+).*");

  private FuseLibrary() {}

  /** Returns the file of the library. */
  public static Optional<Path> file() {
    return FOLDERS.stream()
        .flatMap(folder -> FILES.stream().map(file -> Path.of(folder, file)))
        .filter(Files::exists)
        .findFirst();
  }

  /**
   * Returns whether it has no more than 10 threads unless it is told otherwise, which 3.12 began
   * with; ones before do not know the option.
   */
  public static boolean limitsThreads(Path file) {
    try {
      Matcher version = VERSION.matcher(file.toRealPath().getFileName().toString());
      return version.matches()
          && (Integer.parseInt(version.group(1)) > 3 || Integer.parseInt(version.group(2)) >= 12);
    } catch (IOException e) {
      throw new UncheckedIOException("could not look at " + file, e);
    }
  }

  /**
   * Whether a file system of ours can be mounted, or what that lacks.
   *
   * @param namespaces whether this host permits mount namespaces
   */
  public static Capability capability(boolean namespaces) {
    Capability device = device(NAME, namespaces, COST);
    if (!device.available()) {
      return device;
    }
    return file()
        .map(library -> Capability.present(NAME, "FUSE with " + library.getFileName()))
        .orElseGet(() ->
            Capability.missing(NAME, "libfuse3 was not found", COST, "apt-get install fuse3"));
  }

  /**
   * The same for a file system that needs no library.
   *
   * @param name of what it is for
   * @param cost of being without
   */
  static Capability device(String name, boolean namespaces, String cost) {
    if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
      boolean there = Files.exists(DEVICE);
      return Capability.missing(
          name,
          DEVICE + (there ? " is not permitted" : " is not there"),
          cost,
          there
              ? "run as root (sudo), or chmod 666 " + DEVICE
              : "modprobe fuse; in a container: docker run --device /dev/fuse --cap-add SYS_ADMIN");
    }
    return namespaces
        ? Capability.present(name, "FUSE")
        : Capability.missing(
            name,
            "mount namespaces are not permitted",
            cost,
            "install util-linux and allow user namespaces, or run as root");
  }
}
