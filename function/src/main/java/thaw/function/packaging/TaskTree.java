package thaw.function.packaging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import thaw.files.StoredEntry;
import thaw.problem.UserMistake;

/**
 * Files on disk and the names that they get beneath a task root. Symbolic links are followed, as
 * {@code sam package} and {@code zip -r} do.
 *
 * <p>Its digest is that of a zip with the entries sorted by name, dated 1980-01-01, stored without
 * compression (so that no version of zlib matters), with the comment {@code x} at entries that are
 * executable: the same names, bytes and executable bits give the same digest on every machine.
 *
 * @param origin how messages call it
 * @param entries by name with {@code /}; a folder's name ends with {@code /}
 */
record TaskTree(Path origin, SortedMap<String, Path> entries) {
  static TaskTree of(Path folder) throws IOException {
    TreeMap<String, Path> entries = new TreeMap<>();
    collect(folder, "", entries);
    return new TaskTree(folder, entries);
  }

  /** The layout of {@code sam build}: classes at the root, libraries in {@code lib}. */
  static TaskTree of(CodeSource.Built built) throws IOException {
    TreeMap<String, Path> entries = new TreeMap<>();
    for (Path folder : built.classes().reversed()) {
      collect(folder, "", entries);
    }
    addLibraries(built.libraries(), "lib/", entries);
    return new TaskTree(built.path(), entries);
  }

  /** Returns the tree of the classes without the libraries. */
  static TaskTree ofClasses(CodeSource.Built built) throws IOException {
    return of(new CodeSource.Built(built.classes(), List.of()));
  }

  /** A layer of jars, found by Java at {@code /opt/java/lib}. */
  static TaskTree ofJars(Path origin, List<Path> jars) {
    TreeMap<String, Path> entries = new TreeMap<>();
    entries.put("java/", origin);
    addLibraries(jars, "java/lib/", entries);
    return new TaskTree(origin, entries);
  }

  private static void addLibraries(
      List<Path> libraries, String folder, SortedMap<String, Path> entries) {
    for (Path library : libraries) {
      if (!Files.isRegularFile(library)) {
        throw new UserMistake("library is not a file: " + library, "build the project again");
      }
      Path parent = library.toAbsolutePath().getParent();
      entries.putIfAbsent(folder, parent == null ? library : parent);
      String file = String.valueOf(library.getFileName());
      String name = folder + file;
      for (int i = 2; entries.containsKey(name); i++) {
        name = folder + file.replaceFirst("(\\.[^.]*)?$", "~" + i + "$1");
      }
      entries.put(name, library);
    }
  }

  private static void collect(Path folder, String prefix, SortedMap<String, Path> entries)
      throws IOException {
    Files.walkFileTree(
        folder,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            if (!dir.equals(folder)) {
              entries.put(name(dir) + "/", dir);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!attributes.isRegularFile()) {
              throw new UserMistake(
                  "a deployment package holds files and folders only: " + file, "remove it");
            }
            entries.put(name(file), file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof FileSystemLoopException) {
              throw new UserMistake(
                  "symbolic link leads to a folder above itself: " + file, "remove the link");
            }
            throw e;
          }

          private String name(Path path) {
            String relative = folder.relativize(path).toString();
            return prefix + relative.replace(path.getFileSystem().getSeparator(), "/");
          }
        });
  }

  boolean isEmpty() {
    return entries.keySet().stream().allMatch(name -> name.endsWith("/"));
  }

  void requireWithinLimit() throws IOException {
    Map<String, Long> sizes = new HashMap<>();
    for (var entry : entries.entrySet()) {
      if (!entry.getKey().endsWith("/")) {
        sizes.put(entry.getKey(), Files.size(entry.getValue()));
      }
    }
    PackageLimit.check(origin, sizes);
  }

  Sha256 digest() throws IOException {
    return Sha256.of(this::zip);
  }

  void zip(OutputStream out) throws IOException {
    zip(out, Copy.NONE);
  }

  private void zip(OutputStream out, Copy copy) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(uncloseable(out))) {
      zip.setMethod(ZipOutputStream.STORED);
      for (var entry : entries.entrySet()) {
        boolean folder = entry.getKey().endsWith("/");
        byte[] bytes = folder ? new byte[0] : Files.readAllBytes(entry.getValue());
        boolean executable = !folder && isExecutable(entry.getValue());
        ZipEntry stored = StoredEntry.of(entry.getKey(), bytes);
        if (executable) {
          stored.setComment("x");
        }
        zip.putNextEntry(stored);
        zip.write(bytes);
        zip.closeEntry();
        copy.add(entry.getKey(), entry.getValue(), bytes, executable);
      }
    }
  }

  /** A copy of an entry to another place, made while the tree is read. */
  private interface Copy {
    Copy NONE = (_, _, _, _) -> {};

    void add(String name, Path source, byte[] bytes, boolean executable) throws IOException;
  }

  /**
   * Copies the tree into an empty folder.
   *
   * @return the digest of exactly what was copied, even when the source changes meanwhile
   */
  Sha256 copyTo(Path target) throws IOException {
    StagedFolder staged = new StagedFolder(target);
    Sha256 digest =
        Sha256.of(out ->
            zip(
                out,
                (name, source, bytes, executable) -> {
                  FileTime modified = Files.getLastModifiedTime(source);
                  if (name.endsWith("/")) {
                    staged.folder(name, modified);
                  } else {
                    try (OutputStream file = staged.file(name)) {
                      file.write(bytes);
                    }
                    staged.finish(name, executable, modified);
                  }
                }));
    staged.complete();
    return digest;
  }

  /** The bit itself: {@code Files.isExecutable} also asks how the file system is mounted. */
  private static boolean isExecutable(Path file) throws IOException {
    return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_EXECUTE);
  }

  /** Lets the zip be finished while the stream below it stays open. */
  private static OutputStream uncloseable(OutputStream out) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }
    };
  }
}
