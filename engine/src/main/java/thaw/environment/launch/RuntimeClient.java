package thaw.environment.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.function.packaging.OwnFiles;
import thaw.snapshot.archive.ClassJar;

/**
 * A runtime client, laid out to be mounted at {@code /var/runtime}: {@code lib/*.jar} and, of the
 * official one, its native library, unpacked once. Unpacked by itself it would write the library to
 * one fixed name in {@code /tmp} at each start.
 *
 * @param root immutable: its name has the digest of its contents
 */
public record RuntimeClient(ClientKind kind, Path root, List<String> jarNames) {
  /** The classes that prime a client before a dump, and the agent that looks at classes. */
  private static final String PRIMER = "primer.jar";

  private static final String AGENT = "thaw.training.Log4ShellWatch";

  /** The number of the layout, to be raised when the same files are laid out in another way. */
  private static final String LAYOUT = "4";

  /**
   * The time of all files: a class archive fits jars of one time, also when it was made elsewhere.
   */
  private static final FileTime TIME = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

  private static final String LIBRARY = "libaws-lambda-jni.so";

  private static final String MACHINE =
      System.getProperty("os.arch").equals("amd64") ? "x86_64" : "aarch_64";

  private static final String LIBC =
      Files.exists(Path.of("/lib/ld-musl-x86_64.so.1"))
              || Files.exists(Path.of("/lib/ld-musl-aarch64.so.1"))
          ? "linux_musl"
          : "linux";

  /**
   * @param program the folder with the program's parts, the clients' jars among them
   * @param store folder for laid-out clients, created when absent
   */
  public static RuntimeClient install(ClientKind kind, Path program, Path store) {
    return install(kind, program, store, _ -> {});
  }

  /**
   * The same.
   *
   * @param notes for people: what is made anew, and why
   */
  public static RuntimeClient install(
      ClientKind kind, Path program, Path store, Consumer<String> notes) {
    Path jars = program.resolve(kind.folder());
    Path primer = program.resolve("training-function");
    try {
      List<Path> sources;
      try (Stream<Path> files = Files.list(jars)) {
        sources = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      }
      List<String> names = sources.stream().map(jar -> jar.getFileName().toString()).toList();
      List<Path> classes;
      try (Stream<Path> files = Files.walk(primer)) {
        classes = files.filter(Files::isRegularFile).sorted().toList();
      }
      List<Path> all = Stream.concat(sources.stream(), classes.stream()).toList();
      Path root = store.resolve(digest(all));
      Optional<String> doubt = Files.isDirectory(root) ? OwnFiles.doubt(root) : Optional.empty();
      if (doubt.isPresent()) {
        notes.accept("the cached runtime client is made anew: it " + doubt.get());
        Path aside = Files.createTempDirectory(store, "new-"); // a running function may use it
        Files.move(root, aside.resolve("client"), StandardCopyOption.ATOMIC_MOVE);
      }
      if (!Files.isDirectory(root)) {
        layOut(sources, primer, store, root);
      }
      return new RuntimeClient(kind, root, names);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not lay out the runtime client in " + store + ": " + e, e);
    }
  }

  private static void layOut(List<Path> sources, Path primer, Path store, Path root)
      throws IOException {
    Files.createDirectories(store);
    Path temporary = Files.createTempDirectory(store, "new-");
    Path lib = Files.createDirectory(temporary.resolve("lib"));
    for (Path source : sources) {
      Files.copy(source, lib.resolve(source.getFileName()));
      unpackLibrary(source, LIBC + "-" + MACHINE, temporary.resolve(LIBRARY));
    }
    ClassJar.writeAgent(primer, AGENT, temporary.resolve(PRIMER));
    try (Stream<Path> all = Files.walk(temporary)) {
      for (Path each : all.toList()) { // whatever the umask: functions run as another user
        String permissions = Files.isDirectory(each) ? "rwxr-xr-x" : "rw-r--r--";
        Files.setPosixFilePermissions(each, PosixFilePermissions.fromString(permissions));
        if (!Files.isDirectory(each)) {
          Files.setLastModifiedTime(each, TIME);
        }
      }
    }
    try {
      Files.move(temporary, root, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.isDirectory(root)) {
        throw e;
      }
    }
  }

  /**
   * Puts the native library for another machine in the place of this one's.
   *
   * @param folder a copy of the client
   * @param architecture as Lambda names it
   */
  public void putLibrary(Path folder, String architecture) throws IOException {
    Files.deleteIfExists(folder.resolve(LIBRARY));
    String platform = "linux-" + (architecture.equals("arm64") ? "aarch_64" : architecture);
    for (Path jar : jars()) {
      unpackLibrary(jar, platform, folder.resolve(LIBRARY));
    }
  }

  private static void unpackLibrary(Path jar, String platform, Path target) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry("jni/libaws-lambda-jni." + platform + ".so");
      if (entry != null) {
        try (InputStream content = zip.getInputStream(entry)) {
          Files.copy(content, target);
        }
      }
    }
  }

  private static String digest(List<Path> files) throws IOException {
    MessageDigest digest = DigestUtils.getSha256Digest();
    digest.update(LAYOUT.getBytes(StandardCharsets.UTF_8));
    // A home may be shared by machines, and a machine by emulated ones: each needs its own library.
    digest.update((LIBC + "-" + MACHINE).getBytes(StandardCharsets.UTF_8));
    for (Path file : files) {
      digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(file));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  /** The jars as the host sees them. */
  public List<Path> jars() {
    return jarNames.stream().map(name -> root.resolve("lib").resolve(name)).toList();
  }

  /** The class path as a JVM sees it that has the client at {@code mountedAt}. */
  String classPath(Path mountedAt) {
    return String.join(
        ":",
        jarNames.stream().map(name -> mountedAt.resolve("lib").resolve(name).toString()).toList());
  }

  /** Returns the class path followed by the classes that prime the client. */
  String primedClassPath(Path mountedAt) {
    return classPath(mountedAt) + ":" + primer(mountedAt);
  }

  public static Path primer(Path mountedAt) {
    return mountedAt.resolve(PRIMER);
  }

  /** Returns the jar of those classes as the JVM's agent. */
  static Path agent(Path mountedAt) {
    return primer(mountedAt);
  }

  static Path library(Path mountedAt) {
    return mountedAt.resolve(LIBRARY);
  }
}
