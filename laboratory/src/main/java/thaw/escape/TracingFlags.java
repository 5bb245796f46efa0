package thaw.escape;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JVM options by which a JVM writes what is read here, and where it writes it: a file of each
 * JVM in one folder, with its process id in the name.
 */
public final class TracingFlags {
  private static final String LOG = "compilation-";
  private static final String RECORDING = ".jfr";
  private static final Pattern WRITTEN =
      Pattern.compile("compilation-.*\\.log|hotspot-pid-\\d+-.*\\.jfr");
  private static final Pattern PID = Pattern.compile("pid-?(\\d+)");

  private TracingFlags() {}

  /**
   * @param folder as the JVM sees it; must exist
   * @param counts whether Flight Recorder counts what is really allocated; a JVM without it does
   *     not start
   */
  public static List<String> to(Path folder, boolean counts) {
    List<String> flags = new ArrayList<>(log(folder.resolve(LOG + "%p.log").toString()));
    if (counts) {
      flags.add(
          "-XX:StartFlightRecording=settings=none,filename="
              + folder
              + ",+jdk.ObjectAllocationSample#enabled=true"
              + ",+jdk.ObjectAllocationSample#stackTrace=true"
              + ",+jdk.ObjectAllocationSample#throttle=1000/s");
      flags.add("-Xlog:jfr+startup=error"); // else it tells that it has begun
    }
    return List.copyOf(flags);
  }

  /** Those of the log alone; {@code %p} in the file's name becomes the process id. */
  static List<String> log(String file) {
    return List.of(
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+IgnoreUnrecognizedVMOptions", // of the trace of callees, which may go some day
        "-XX:+LogCompilation",
        "-XX:LogFile=" + file,
        "-XX:+LogVMOutput", // the trace of callees into the log
        "-XX:-DisplayVMOutput", // and not among what the program prints
        "-XX:BCEATraceLevel=3");
  }

  /**
   * Returns the files that JVMs with these options have written: one pair for each JVM that wrote a
   * log.
   */
  public static List<EscapeScan.Files> written(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.sorted().toList();
    }
    List<EscapeScan.Files> written = new ArrayList<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (name.startsWith(LOG)) {
        String pid = pid(name);
        Optional<Path> recording =
            files.stream()
                .filter(each -> each.toString().endsWith(RECORDING))
                .filter(each -> pid(each.getFileName().toString()).equals(pid))
                .filter(TracingFlags::hasContent)
                .findFirst();
        written.add(new EscapeScan.Files(file, recording));
      }
    }
    return written;
  }

  /**
   * Returns whether a JVM with these options may have written this file, by its kind and its name.
   */
  public static boolean isWritten(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && isWritten(file.getFileName().toString());
  }

  /** The same by its name alone. */
  public static boolean isWritten(String fileName) {
    return WRITTEN.matcher(fileName).matches();
  }

  /** Tells whether the file has content; a JVM that was killed leaves an empty one. */
  private static boolean hasContent(Path file) {
    try {
      return Files.size(file) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String pid(String fileName) {
    Matcher matcher = PID.matcher(fileName);
    return matcher.find() ? matcher.group(1) : "";
  }
}
