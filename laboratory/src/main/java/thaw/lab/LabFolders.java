package thaw.lab;

import java.nio.file.Path;

/** The laboratory's folders in the built program. */
final class LabFolders {
  private LabFolders() {}

  /**
   * The programs of the course, and their libraries.
   *
   * @param program the folder of the built program
   */
  static Path course(Path program) {
    return program.resolve("laboratory").resolve("course");
  }
}
