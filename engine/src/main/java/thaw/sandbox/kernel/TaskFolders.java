package thaw.sandbox.kernel;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The folders in /proc that tell of a process's threads. */
final class TaskFolders {
  private TaskFolders() {}

  /**
   * Returns the folders of the living threads, the oldest first; it is empty when the process has
   * ended.
   */
  static List<Path> of(long pid) {
    List<Path> tasks = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      all.forEach(tasks::add);
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    tasks.sort(Comparator.comparingLong(TaskFolders::id));
    return tasks;
  }

  /** The thread's number on the host. */
  static long id(Path task) {
    return Long.parseLong(task.getFileName().toString());
  }
}
