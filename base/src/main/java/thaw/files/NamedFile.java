package thaw.files;

import java.nio.file.Path;

/** A file or folder that has the name of something from outside, such as a function. */
public final class NamedFile {
  private NamedFile() {}

  /**
   * Returns the entry of a folder with this name. Whoever reads a name from outside refuses a wrong
   * one with its place; this is the last of the locks.
   *
   * @throws IllegalArgumentException when the name leads elsewhere
   */
  public static Path in(Path folder, String name) {
    boolean leadsOut = name.isEmpty() || name.equals(".") || name.equals("..");
    if (leadsOut || name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("must be the name of one file: " + name);
    }
    return folder.resolve(name);
  }
}
