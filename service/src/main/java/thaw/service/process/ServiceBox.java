package thaw.service.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import thaw.files.Trees;
import thaw.http.SiteRule;
import thaw.sandbox.Bind;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.SandboxSpec;
import thaw.sandbox.jdk.Jdk;

/**
 * The box that a service's program runs in, and the files made for it.
 *
 * @param directory on the host; removed at the end
 * @param main a class path folder with the program's main class and the few others of ours that it
 *     needs: our own jars would mix with the program's older ones
 * @param temporary where jars unpack their native libraries
 */
record ServiceBox(ServiceProgram program, Path directory, Path main, Path temporary)
    implements AutoCloseable {
  /** Our classes besides the main one, which use the JDK's only. */
  private static final List<Class<?>> OF_ALL =
      List.of(
          SiteRule.class,
          ServiceRule.class,
          ServiceRule.Fields.class,
          JettyRule.class,
          PekkoRule.class);

  static ServiceBox make(ServiceProgram program, Path parent) {
    try {
      Path directory = Files.createTempDirectory(parent, program.id() + "-");
      Path temporary = Files.createDirectory(directory.resolve("tmp"));
      Path main = Files.createDirectory(directory.resolve("main"));
      copy(program.main(), main);
      for (Class<?> type : OF_ALL) {
        copy(type, main);
      }
      allow(temporary, "rwxrwxrwx");
      allow(main, "rwxr-xr-x");
      allow(directory, "rwxr-xr-x");
      return new ServiceBox(program, directory, main, temporary);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not make the folder of " + program.name() + ": " + e, e);
    }
  }

  private static void copy(Class<?> type, Path main) throws IOException {
    String name = type.getName();
    Path file = main.resolve(name.replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    try (InputStream bytes =
        type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
      if (bytes == null) {
        throw new IllegalStateException("our own class is not to be found: " + type);
      }
      Files.copy(bytes, file);
    }
    Path inside = main.relativize(file.getParent());
    for (int depth = 1; depth <= inside.getNameCount(); depth++) {
      allow(main.resolve(inside.subpath(0, depth)), "rwxr-xr-x");
    }
    allow(file, "rw-r--r--");
  }

  /** The box runs as another user than we, and our umask may be strict. */
  private static void allow(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  SandboxSpec spec(SandboxHost host, Jdk jdk, Path jars) {
    boolean namespaces = host.hasMountNamespaces();
    Path lang = namespaces ? Path.of("/var/lang") : jdk.home();
    Path mainInBox = namespaces ? Path.of("/var/task") : main;
    Path jarsInBox = namespaces ? Path.of("/var/runtime") : jars;
    Path temporaryInBox = namespaces ? Path.of("/tmp") : temporary;
    List<String> command = new ArrayList<>();
    command.add(lang.resolve("bin/java").toString());
    // C1 only: half the time to the first answer on the classes that DynamoDB Local loads.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(program.jvmOptions());
    command.add("-Djava.io.tmpdir=" + temporaryInBox);
    command.addAll(List.of("-cp", mainInBox + ":" + jarsInBox + "/*", program.main().getName()));
    command.addAll(program.arguments());
    return new SandboxSpec(
        Map.of("LANG", "C.UTF-8"),
        command,
        temporaryInBox,
        List.of(
            Bind.readOnly(jdk.home(), lang),
            Bind.readOnly(main, mainInBox),
            Bind.readOnly(jars, jarsInBox),
            new Bind(temporary, temporaryInBox, true)),
        CpuLimit.whole(Runtime.getRuntime().availableProcessors()),
        program.memoryBytes());
  }

  @Override
  public void close() {
    try {
      Trees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + directory + ": " + e, e);
    }
  }
}
