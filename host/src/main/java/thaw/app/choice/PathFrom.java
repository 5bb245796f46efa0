package thaw.app.choice;

import java.nio.file.Path;

/** Paths in commands that are given in another folder. */
public final class PathFrom {
  private PathFrom() {}

  /** Returns the path of a file from a folder. */
  public static String folder(Path folder, Path file) {
    Path from = folder.toAbsolutePath().normalize();
    String path = from.relativize(file.toAbsolutePath().normalize()).toString();
    return path.isEmpty() ? "." : path;
  }
}
