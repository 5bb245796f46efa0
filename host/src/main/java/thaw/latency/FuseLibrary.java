package thaw.latency;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.sandbox.Capability;

/** What this machine has of FUSE: the device of the kernel, and the library of the system. */
public final class FuseLibrary {
  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final String NAME = "file system with latency";
  private static final String COST = "thaw lab storage shows no stand-in for a network file system";

  /** Where distributions have libraries. */
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

  private FuseLibrary() {}

  static Optional<Path> file() {
    return FOLDERS.stream()
        .flatMap(folder -> FILES.stream().map(file -> Path.of(folder, file)))
        .filter(Files::exists)
        .findFirst();
  }

  /**
   * Whether {@link LatencyMount} can be made, or what it lacks.
   *
   * @param namespaces whether this host permits mount namespaces
   */
  public static Capability capability(boolean namespaces) {
    if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
      boolean there = Files.exists(DEVICE);
      return Capability.missing(
          NAME,
          DEVICE + (there ? " is not permitted" : " is not there"),
          COST,
          there
              ? "run as root (sudo), or chmod 666 " + DEVICE
              : "modprobe fuse; in a container: docker run --device /dev/fuse --cap-add SYS_ADMIN");
    }
    Optional<Path> library = file();
    if (library.isEmpty()) {
      return Capability.missing(
          NAME,
          "libfuse3 was not found",
          COST,
          "apt-get install libfuse3-3 (libfuse3-4 on newer systems)");
    }
    if (!namespaces) {
      return Capability.missing(
          NAME,
          "mount namespaces are not permitted",
          COST,
          "install util-linux and allow user namespaces, or run as root");
    }
    return Capability.present(NAME, "FUSE with " + library.get().getFileName());
  }
}
