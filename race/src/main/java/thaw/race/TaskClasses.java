package thaw.race;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/** Finds class files where a function's JVM finds them, to know what is above a class. */
final class TaskClasses implements AutoCloseable {
  private final Path root;
  private final List<ZipFile> jars = new ArrayList<>();

  TaskClasses(Path root) throws IOException {
    this.root = root;
    Path lib = root.resolve("lib");
    if (Files.isDirectory(lib)) {
      try (Stream<Path> files = Files.list(lib)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".jar")).toList()) {
          jars.add(open(file));
        }
      }
    }
  }

  private static ZipFile open(Path jar) throws IOException {
    try {
      return new ZipFile(jar.toFile());
    } catch (ZipException e) {
      throw new UserMistake(
          "lib/" + jar.getFileName() + " cannot be read as a jar: " + e.getMessage(),
          "build the function again, or take the file out of lib");
    }
  }

  /** A class that is not found is taken for an interface, which can stand for any type. */
  ClassHierarchyResolver hierarchy() {
    return ClassHierarchyResolver.ofResourceParsing(this::open)
        .orElse(ClassHierarchyResolver.defaultResolver())
        .orElse(any -> ClassHierarchyResolver.ClassHierarchyInfo.ofInterface())
        .cached();
  }

  private @Nullable InputStream open(ClassDesc type) {
    String descriptor = type.descriptorString();
    String name = descriptor.substring(1, descriptor.length() - 1) + ".class";
    try {
      Path own = root.resolve(name);
      if (Files.isRegularFile(own)) {
        return new ByteArrayInputStream(Files.readAllBytes(own));
      }
      for (ZipFile jar : jars) {
        ZipEntry entry = jar.getEntry(name);
        if (entry != null) {
          return jar.getInputStream(entry);
        }
      }
      return null;
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    for (ZipFile jar : jars) {
      jar.close();
    }
  }
}
