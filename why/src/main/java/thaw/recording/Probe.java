package thaw.recording;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import thaw.problem.UserMistake;
import thaw.sandbox.Bind;
import thaw.sandbox.jdk.Jdk;

/**
 * Our JVMTI agent as files and options. It exists for each machine and C library; the program
 * carries all of them.
 *
 * @param library on the host
 * @param tag in the names of the files that it writes: on a host without mount namespaces functions
 *     share /tmp
 */
public record Probe(Path library, String tag) {
  private static final Path TMP = Path.of("/tmp");

  /** A folder, since a mount point that is missing is made as one. */
  private static final Path FOLDER_IN_BOX = Path.of("/var/thaw");

  /**
   * The one for a JDK.
   *
   * @param cache folder in which it is unpacked, once
   */
  public static Probe install(Jdk jdk, Path cache) {
    String platform =
        "linux-" + machine(System.getProperty("os.arch")) + "-" + (isMusl(jdk) ? "musl" : "glibc");
    try (InputStream packed =
        Probe.class.getResourceAsStream("probe/" + platform + "/libthawprobe.so")) {
      if (packed == null) {
        throw new UserMistake(
            "Thaw has no probe for " + platform,
            "run on x86-64 or arm64, or explain the function on such a machine");
      }
      byte[] bytes = packed.readAllBytes();
      Path folder = Files.createDirectories(cache.resolve(digest(bytes)));
      Path library = folder.resolve("libthawprobe.so");
      if (!Files.exists(library)) {
        Path part = Files.createTempFile(folder, "probe", ".part");
        Files.write(part, bytes);
        part.toFile().setReadable(true, false);
        Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
      }
      byte[] random = new byte[4];
      ThreadLocalRandom.current().nextBytes(random);
      return new Probe(library, HexFormat.of().formatHex(random));
    } catch (IOException e) {
      throw new UncheckedIOException("could not unpack the probe: " + e, e);
    }
  }

  private static String digest(byte[] bytes) {
    java.util.zip.CRC32C sum = new java.util.zip.CRC32C();
    sum.update(bytes);
    return Long.toHexString(sum.getValue()) + "-" + bytes.length;
  }

  private static String machine(String javaName) {
    return javaName.equals("amd64") ? "x86_64" : javaName;
  }

  /** Tells whether a JDK was built for musl, which its library's links show. */
  private static boolean isMusl(Jdk jdk) {
    try {
      byte[] library = Files.readAllBytes(jdk.home().resolve("lib/libjava.so"));
      return new String(library, StandardCharsets.ISO_8859_1).contains("libc.musl-");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Options for the JVM.
   *
   * @param namespaces whether the box sees the probe at a path of its own
   */
  List<String> options(boolean namespaces, Orders orders) {
    return List.of(
        "-agentpath:" + path(namespaces) + "=" + agentOptions(orders),
        "-Xlog:class+load=info:file=" + classesInBox() + ":timenanos,tid:filecount=0");
  }

  /**
   * The options of the probe.
   *
   * @param interval CPU time between two samples of a thread; zero for a probe that is only there
   * @param look wall time between two looks at a main thread that may be blocked
   * @param className whose loading is asked for
   */
  record Orders(Duration interval, Duration look, Optional<String> className) {}

  Path path(boolean namespaces) {
    return namespaces ? FOLDER_IN_BOX.resolve(library.getFileName()) : library;
  }

  String agentOptions(Orders orders) {
    return "file="
        + TMP.resolve(samples())
        + ",interval="
        + orders.interval().toNanos()
        + ",wall="
        + orders.look().toNanos()
        + orders.className().map(name -> ",class=" + name).orElse("");
  }

  Path classesInBox() {
    return TMP.resolve(classes());
  }

  List<Bind> files() {
    return List.of(Bind.readOnly(Objects.requireNonNull(library.getParent()), FOLDER_IN_BOX));
  }

  /** Name of the file with samples. */
  String samples() {
    return "thaw-probe-" + tag;
  }

  /** Name of the log of class loads. */
  String classes() {
    return "thaw-classes-" + tag + ".log";
  }

  /** Name of the log of compilations, where one is asked for. */
  String compilations() {
    return "thaw-compilations-" + tag + ".log";
  }
}
