package thaw.app.build;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The step that a running build is at, read from its output: {@code orders 2 of 3,
 * compiler:compile} of Maven, {@code :orders:compileJava} of Gradle.
 */
final class BuildStage {
  /** The most bytes that are read at one look; a build that has written more has gone on. */
  private static final int MOST_BYTES = 256 * 1024;

  private static final Pattern MODULE =
      Pattern.compile(
          "\\[INFO] Building (?<name>[^:]+?) \\S+(?: +\\[(?<number>\\d+)/(?<all>\\d+)])?");
  private static final Pattern GOAL =
      Pattern.compile(
          "\\[INFO] --- (?:maven-)?(?<plugin>.+?)(?:-maven-plugin|-plugin)?:[^:]+:(?<goal>\\S+)"
              + " .*@ .*");
  private static final Pattern DOWNLOAD =
      Pattern.compile("\\[INFO] Downloading from [^:]+: .*/(?<file>[^/]+)");
  private static final Pattern TASK = Pattern.compile("> Task (?<task>:\\S+)(?: .*)?");

  private final Path log;
  private long read;
  private String unfinished = "";
  private String module = "";
  private String step = "";

  /**
   * @param log what the build writes to; need not exist yet
   */
  BuildStage(Path log) {
    this.log = log;
  }

  /** Returns the step that the build is at; empty until it is known. */
  String now() {
    try {
      String text = unfinished + more();
      int end = text.lastIndexOf('\n') + 1;
      unfinished = text.substring(end);
      text.substring(0, end).lines().forEach(this::take);
    } catch (IOException e) {
      // It is not there yet, or cannot be read: what is going on is not known.
    }
    return module.isEmpty() || step.isEmpty() ? module + step : module + ", " + step;
  }

  private String more() throws IOException {
    if (!Files.exists(log)) {
      return "";
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long length = file.length();
      if (length < read) { // another way to build has begun
        read = 0;
      }
      long from = Math.max(read, length - MOST_BYTES);
      byte[] bytes = new byte[(int) (length - from)];
      file.seek(from);
      file.readFully(bytes);
      read = length;
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private void take(String line) {
    matched(MODULE, line)
        .ifPresent(found -> {
          String number = found.group("number");
          module = found.group("name") + (number == null ? "" : place(found));
          step = "";
        });
    matched(GOAL, line)
        .ifPresent(found -> step = found.group("plugin") + ":" + found.group("goal"));
    matched(DOWNLOAD, line).ifPresent(found -> step = "downloading " + found.group("file"));
    matched(TASK, line).ifPresent(found -> step = found.group("task"));
  }

  private static String place(Matcher found) {
    return " (" + found.group("number") + " of " + found.group("all") + ")";
  }

  private static Optional<Matcher> matched(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.matches() ? Optional.of(matcher) : Optional.empty();
  }
}
