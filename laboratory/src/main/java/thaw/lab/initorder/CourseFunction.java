package thaw.lab.initorder;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.lab.engine.Workbench;
import thaw.sandbox.jdk.Jdk;

/**
 * A function of the course: a handler of one of its packages, deployed with that package's classes,
 * those that all packages share, and nothing else.
 *
 * @param handler the class, with its package
 */
record CourseFunction(String handler, MemorySize memory) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * Returns the specification by which environments of this function start on a JDK. Lays out the
   * function's classes first if that has not been done.
   */
  EnvironmentSpec on(Jdk jdk, Workbench workbench) throws InterruptedException {
    int dot = handler.lastIndexOf('.');
    String name = handler.substring(dot + 1);
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId(name)
            .name(name)
            .code(new CodeSource.Folder(classes(workbench, handler.substring(0, dot))))
            .handler(handler)
            .runtime("java" + jdk.feature())
            .memory(memory)
            .timeout(TIMEOUT)
            .build();
    return workbench.functions().make(function, jdk);
  }

  private static Path classes(Workbench workbench, String inPackage) {
    Path root = workbench.folder().resolve("function-" + inPackage);
    if (!Files.exists(root)) {
      try (ZipFile jar = new ZipFile(workbench.courseJar().toFile())) {
        copy(jar, inPackage.replace('.', '/') + "/", root);
        copy(jar, "thaw/course/", root);
      } catch (IOException e) {
        throw new UncheckedIOException("could not lay out " + root, e);
      }
    }
    return root;
  }

  private static void copy(ZipFile jar, String prefix, Path root) throws IOException {
    Enumeration<? extends ZipEntry> entries = jar.entries();
    while (entries.hasMoreElements()) {
      ZipEntry entry = entries.nextElement();
      if (entry.getName().startsWith(prefix)
          && entry.getName().indexOf('/', prefix.length()) < 0
          && entry.getName().endsWith(".class")) {
        Path file = root.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        try (InputStream content = jar.getInputStream(entry)) {
          Files.copy(content, file);
        }
      }
    }
  }
}
