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
import thaw.sandbox.Bind;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.SandboxSpec;
import thaw.sandbox.cgroup.CpuLimit;
import thaw.sandbox.jdk.Jdk;

/**
 * The box that a service's program runs in, and the files made for it.
 *
 * @param directory on the host; removed at the end
 * @param main a class path folder with the program's main class alone: our own jars would mix with
 *     the program's older ones
 * @param temporary where jars unpack their native libraries
 */
record ServiceBox(ServiceProgram program, Path directory, Path main, Path temporary)
    implements AutoCloseable {
  static ServiceBox make(ServiceProgram program, Path parent) {
    try {
      Path directory = Files.createTempDirectory(parent, program.id() + "-");
      Path temporary = Files.createDirectory(directory.resolve("tmp"));
      Path main = Files.createDirectory(directory.resolve("main"));
      Path file = main.resolve(program.main().getName().replace('.', '/') + ".class");
      Files.createDirectories(file.getParent());
      try (InputStream bytes =
          program.main().getResourceAsStream(program.main().getSimpleName() + ".class")) {
        if (bytes == null) {
          throw new IllegalStateException("our own class is not to be found: " + program.main());
        }
        Files.copy(bytes, file);
      }
      allow(temporary, "rwxrwxrwx");
      Path inside = main.relativize(file.getParent());
      for (int depth = 1; depth <= inside.getNameCount(); depth++) {
        allow(main.resolve(inside.subpath(0, depth)), "rwxr-xr-x");
      }
      allow(main, "rwxr-xr-x");
      allow(directory, "rwxr-xr-x");
      allow(file, "rw-r--r--");
      return new ServiceBox(program, directory, main, temporary);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not make the folder of " + program.name() + ": " + e, e);
    }
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
