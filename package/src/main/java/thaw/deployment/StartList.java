package thaw.deployment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The file {@code thaw/start} that the bootstrap of a package reads: how the JVM is started, and
 * all that the class archive was made of. One fact a line; the last one is the sum of those before.
 *
 * <pre>
 * thaw-start 1
 * root FOLDER               the task root
 * machine NAME              of uname
 * variable NAME VALUE       that the JVM takes options from
 * java FILE
 * option TEXT
 * form cds                  of the archive, where it is no AOT cache
 * client JAR                on the class path, always
 * function JAR              on the class path where the archive is used
 * main CLASS
 * file BYTES SUM FILE       the whole file
 * head BYTES SUM FILE       size and first page
 * jar BYTES SECONDS SUM JAR size, time, and central directory
 * jars NUMBER FOLDER        how many are in it
 * archive BYTES SUM FILE
 * sum SUM
 * </pre>
 */
final class StartList {
  /** Options of the JVM that stand in its environment, and the script that may add some. */
  static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", PackagedAgents.WRAPPER);

  private final Function<String, Path> place;
  private final List<String> lines = new ArrayList<>(List.of("thaw-start 1"));

  /**
   * @param place where a file of the package, or of its layers, is now
   */
  StartList(Function<String, Path> place) {
    this.place = place;
  }

  StartList add(String kind, String value) {
    if (value.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("more than a line: " + value);
    }
    lines.add(kind + " " + value);
    return this;
  }

  StartList file(String kind, String name) throws IOException {
    Path file = place.apply(name);
    return add(kind, "%d %s %s".formatted(Files.size(file), Checksums.of(file), name));
  }

  StartList head(String name) throws IOException {
    Path file = place.apply(name);
    return add("head", "%d %s %s".formatted(Files.size(file), Checksums.ofHead(file), name));
  }

  StartList jar(String name) throws IOException {
    Path jar = place.apply(name);
    long seconds = Files.getLastModifiedTime(jar).to(TimeUnit.SECONDS);
    return add(
        "jar", "%d %d %s %s".formatted(Files.size(jar), seconds, Checksums.ofDirectory(jar), name));
  }

  StartList jars(String folder, int number) {
    return add("jars", number + " " + folder);
  }

  String text() {
    String text = String.join("\n", lines) + "\n";
    return text + "sum " + Checksums.of(text.getBytes(StandardCharsets.UTF_8)) + "\n";
  }

  void write(Path target) throws IOException {
    Files.writeString(target, text());
  }
}
