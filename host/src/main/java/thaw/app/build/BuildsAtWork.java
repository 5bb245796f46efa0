package thaw.app.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * Asks the kernel whether a build tool works in a project just now: what it has written so far is
 * then no whole. Who may not see other users' processes is told of none.
 *
 * @param processes the kernel's list, {@code /proc}
 */
public record BuildsAtWork(Path processes) {
  /** Main classes of Maven, and of Gradle's clients; its daemons live on when a build has ended. */
  private static final List<String> MAINS =
      List.of(
          "org.codehaus.plexus.classworlds.launcher.Launcher",
          "org.gradle.wrapper.GradleWrapperMain",
          "gradle-wrapper.jar",
          "org.gradle.launcher.GradleMain");

  /** Gradle's options for a build that goes on for ever. */
  private static final List<String> ENDLESS = List.of("-t", "--continuous");

  /**
   * @param written files and folders that a build would write
   */
  public boolean areAtWork(Collection<Path> written) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(processes, "[0-9]*")) {
      for (Path process : all) {
        if (isBuild(process, written)) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean isBuild(Path process, Collection<Path> written) {
    try {
      List<String> command =
          List.of(
              Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                  .split("\0"));
      if (command.stream().noneMatch(word -> MAINS.stream().anyMatch(word::endsWith))
          || command.stream().anyMatch(ENDLESS::contains)) {
        return false;
      }
      Path folder = Files.readSymbolicLink(process.resolve("cwd"));
      boolean isRoot = folder.getNameCount() == 0;
      return !isRoot && written.stream().anyMatch(path -> path.startsWith(folder));
    } catch (IOException | SecurityException e) {
      return false; // it has ended, or is another user's
    }
  }
}
