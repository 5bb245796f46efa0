package thaw.project;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import thaw.problem.UserMistake;

/**
 * One function in two variants, of which one does in the first request what the other one does in
 * init. Made without a build tool: the JDK compiles it.
 */
public final class DemoProject {
  /** The Java release, which is the one that Thaw itself runs on, so that a JDK is there. */
  private static final String RELEASE = "25";

  private static final String CLASSES = "classes";

  private final Path folder;
  private final StarterFiles files;

  /**
   * @param folder absent, empty, or what this has made before
   */
  public DemoProject(Path folder) {
    this.folder = folder;
    this.files =
        new StarterFiles(
            "demo",
            Map.of(
                "name", "demo",
                "package", "com.example",
                "folder", "com/example",
                "runtime", "java" + RELEASE));
  }

  /**
   * @param interfaces jar of {@code aws-lambda-java-core}
   * @return whether it was made just now
   * @throws UserMistake when something else is there, or nothing can be compiled
   */
  public boolean make(Path interfaces) {
    if (isThere()) {
      return false;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new UserMistake(
          "this Java has no compiler, and the demo is made from sources",
          "start Thaw on a JDK 25: JAVA_HOME=... thaw demo");
    }
    files.write(folder, "thaw demo");
    compile(compiler, interfaces);
    return true;
  }

  /**
   * Tells whether the project is there as it was made, so that its second run measures the same.
   */
  private boolean isThere() {
    try {
      for (Map.Entry<String, String> file : files.contents().entrySet()) {
        Path path = folder.resolve(file.getKey());
        if (!Files.isRegularFile(path) || !Files.readString(path).equals(file.getValue())) {
          return false;
        }
      }
      return sources().stream().allMatch(source -> Files.exists(classFile(source)));
    } catch (IOException e) {
      return false;
    }
  }

  private List<Path> sources() {
    return files.contents().keySet().stream()
        .filter(name -> name.endsWith(".java"))
        .map(folder::resolve)
        .toList();
  }

  private Path classFile(Path source) {
    String name = folder.resolve("src").relativize(source).toString();
    return folder.resolve(CLASSES).resolve(name.replace(".java", ".class"));
  }

  private void compile(JavaCompiler compiler, Path interfaces) {
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of(
              "--release",
              RELEASE,
              "-proc:none",
              "-classpath",
              interfaces.toString(),
              "-d",
              folder.resolve(CLASSES).toString());
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  options,
                  null,
                  manager.getJavaFileObjectsFromPaths(sources()))
              .call();
      if (!compiled) {
        throw new IllegalStateException("the demo does not compile: " + messages);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the demo could not be compiled: " + messages, e);
    }
  }
}
