package thaw.junit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The programs {@code thaw run} that this JVM has started. */
final class Programs {
  private Programs() {}

  /**
   * @param option one that they have
   */
  static List<ProcessHandle> with(String option) {
    return ProcessHandle.current()
        .children()
        .filter(each -> commandLine(each).contains(option))
        .collect(Collectors.toList());
  }

  /** Of any length; ProcessHandle leaves out long ones. */
  private static String commandLine(ProcessHandle process) {
    try {
      byte[] words = Files.readAllBytes(Path.of("/proc", "" + process.pid(), "cmdline"));
      return new String(words, StandardCharsets.UTF_8).replace('\0', ' ');
    } catch (IOException e) {
      return ""; // it has ended
    }
  }
}
