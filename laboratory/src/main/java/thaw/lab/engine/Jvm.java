package thaw.lab.engine;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import thaw.sandbox.jdk.Jdk;

/**
 * A fresh JVM that runs one program to its end.
 *
 * @param options of the JVM
 * @param program the main class, and what it gets
 * @param patience after which it is killed
 */
public record Jvm(
    Jdk jdk, List<String> options, List<Path> classPath, List<String> program, Duration patience) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  public Jvm {
    options = List.copyOf(options);
    classPath = List.copyOf(classPath);
    program = List.copyOf(program);
  }

  public static Jvm on(Jdk jdk, List<Path> classPath, String... program) {
    return new Jvm(jdk, List.of(), classPath, List.of(program), PATIENCE);
  }

  /** Returns the same JVM with more options. */
  public Jvm with(List<String> more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(more);
    return new Jvm(jdk, all, classPath, program, patience);
  }

  /** Returns the same JVM with more options. */
  public Jvm with(String... more) {
    return with(List.of(more));
  }

  Jvm within(Duration limit) {
    return new Jvm(jdk, options, classPath, program, limit);
  }

  /** Returns the same JVM for a box, where the JDK and the class path are at other places. */
  Jvm at(Path home, List<Path> otherClassPath) {
    Jdk moved = new Jdk(home, jdk.feature(), jdk.version(), jdk.vendor(), jdk.fingerprint());
    return new Jvm(moved, options, otherClassPath, program, patience);
  }

  /** Returns the command line that starts this JVM, beginning with its java program. */
  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(jdk.java().toString());
    command.addAll(options);
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.addAll(program);
    return command;
  }
}
