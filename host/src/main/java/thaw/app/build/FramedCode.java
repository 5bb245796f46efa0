package thaw.app.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import thaw.files.StoredEntry;
import thaw.function.packaging.CodeSource;
import thaw.sandbox.kernel.Tool;

/** A deployment package all of whose classes an archive can hold: see {@link ClassFrames}. */
public final class FramedCode {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String LIBRARIES = "lib";
  private static final String CLASS = ".class";
  private static final String SIGNATURE = "META-INF/[^/]*\\.(SF|DSA|RSA|EC)";
  private static final int HEAD = 8;

  private final Path exploded;
  private final List<Path> jars;

  private FramedCode(Path exploded) throws IOException {
    this.exploded = exploded;
    this.jars = BuildProject.jars(exploded.resolve(LIBRARIES));
  }

  /**
   * Returns the classes of a package that are from before Java 6, but those of signed jars.
   *
   * @param exploded the package
   */
  public static Set<String> old(Path exploded) {
    try {
      FramedCode code = new FramedCode(exploded);
      Set<String> old = new TreeSet<>();
      for (Path file : code.classFiles(exploded)) {
        try (InputStream in = Files.newInputStream(file)) {
          if (ClassFrames.isOld(in.readNBytes(HEAD))) {
            old.add(className(exploded.relativize(file).toString()));
          }
        }
      }
      for (Path jar : code.jars) {
        oldOf(jar).forEach(each -> old.add(className(each)));
      }
      return old;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the classes of " + exploded + ": " + e, e);
    }
  }

  /**
   * @param code as it was built
   * @param exploded its deployment package
   * @param folder for what is written, not there yet
   */
  public static CodeSource of(CodeSource code, Path exploded, Path folder) {
    try {
      FramedCode framed = new FramedCode(exploded);
      Files.createDirectories(folder);
      return code instanceof CodeSource.Built(List<Path> classes, List<Path> libraries)
          ? new CodeSource.Built(classes, framed.written(libraries, folder))
          : framed.task(folder.resolve("task"));
    } catch (IOException e) {
      throw new UncheckedIOException("could not write the classes of " + code.path() + ": " + e, e);
    }
  }

  private static String className(String file) {
    return file.substring(0, file.length() - CLASS.length()).replace('/', '.');
  }

  private List<Path> classFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(each -> each.toString().endsWith(CLASS))
          .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
          .toList();
    }
  }

  /** Returns the old class files of a jar, none where it is signed or has an entry twice. */
  private static List<String> oldOf(Path jar) throws IOException {
    List<String> old = new ArrayList<>();
    Set<String> names = new HashSet<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (!names.add(entry.getName()) || entry.getName().matches(SIGNATURE)) {
          return List.of();
        }
        if (entry.getName().endsWith(CLASS)) {
          try (InputStream in = zip.getInputStream(entry)) {
            if (ClassFrames.isOld(in.readNBytes(HEAD))) {
              old.add(entry.getName());
            }
          }
        }
      }
    } catch (ZipException e) {
      return List.of(); // the JVM says what is wrong with it
    }
    return old;
  }

  private CodeSource task(Path task) throws IOException {
    Tool copied =
        Tool.run(List.of("cp", "-a", "--", exploded.toString(), task.toString()), PATIENCE);
    if (copied.exitCode() != 0) {
      throw new IOException("cp " + exploded + ": " + copied.output());
    }
    ClassFrames frames = new ClassFrames(this::find);
    for (Path file : classFiles(task)) {
      Optional<byte[]> framed = frames.of(Files.readAllBytes(file));
      if (framed.isPresent()) {
        Files.delete(file); // it may be a link to the one that was built
        Files.write(file, framed.get());
      }
    }
    for (Path jar : jars) {
      if (!oldOf(jar).isEmpty()) {
        Path target = task.resolve(LIBRARIES).resolve(jar.getFileName());
        Files.delete(target);
        write(frames, jar, target);
      }
    }
    return new CodeSource.Folder(task);
  }

  private List<Path> written(List<Path> libraries, Path folder) throws IOException {
    ClassFrames frames = new ClassFrames(this::find);
    List<Path> written = new ArrayList<>();
    for (Path jar : libraries) {
      if (oldOf(jar).isEmpty()) {
        written.add(jar);
      } else {
        Path target =
            Files.createDirectories(folder.resolve("" + written.size())).resolve(jar.getFileName());
        write(frames, jar, target);
        written.add(target);
      }
    }
    return written;
  }

  /** All else of the jar stays, its compression too. */
  private static void write(ClassFrames frames, Path jar, Path target) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile());
        OutputStream out = Files.newOutputStream(target);
        ZipOutputStream written = new ZipOutputStream(out)) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        byte[] bytes;
        try (InputStream in = zip.getInputStream(entry)) {
          bytes = in.readAllBytes();
        }
        byte[] framed = entry.getName().endsWith(CLASS) ? frames.of(bytes).orElse(bytes) : bytes;
        ZipEntry copy =
            entry.getMethod() == ZipEntry.STORED
                ? StoredEntry.of(entry.getName(), framed)
                : new ZipEntry(entry.getName());
        copy.setMethod(entry.getMethod());
        copy.setTime(entry.getTime());
        written.putNextEntry(copy);
        written.write(framed);
        written.closeEntry();
      }
    }
  }

  /** Returns a class file of the package. */
  private Optional<byte[]> find(String name) {
    try {
      Path file = exploded.resolve(name + CLASS).normalize();
      if (file.startsWith(exploded) && Files.isRegularFile(file)) {
        return Optional.of(Files.readAllBytes(file));
      }
      for (Path jar : jars) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
          ZipEntry entry = zip.getEntry(name + CLASS);
          if (entry != null) {
            try (InputStream in = zip.getInputStream(entry)) {
              return Optional.of(in.readAllBytes());
            }
          }
        } catch (ZipException e) {
          continue; // another one may have it
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + name + ": " + e, e);
    }
  }
}
