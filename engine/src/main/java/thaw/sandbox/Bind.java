package thaw.sandbox;

import java.nio.file.Path;

/**
 * A file or folder of the host that a box sees at another path.
 *
 * @param source on the host
 * @param target absolute, in the box; need not exist on the host
 * @param writable whether the box may change it
 * @param disk whether the source is a file with a file system in it, and the box sees that
 */
public record Bind(Path source, Path target, boolean writable, boolean disk) {
  public Bind(Path source, Path target, boolean writable) {
    this(source, target, writable, false);
  }

  static Bind disk(Path file, Path target) {
    return new Bind(file, target, true, true);
  }

  public static Bind readOnly(Path source, Path target) {
    return new Bind(source, target, false);
  }
}
