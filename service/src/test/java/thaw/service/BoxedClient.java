package thaw.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import thaw.sandbox.Bind;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;
import thaw.sandbox.SandboxSpec;
import thaw.sandbox.jdk.Jdk;

/**
 * A program of one source file in a box like those of functions, from which it dials the host names
 * of AWS.
 *
 * @param access what the box needs for that
 * @param options of its JVM
 * @param binds besides those of the JDK, the program and the access
 */
record BoxedClient(
    Instance instance,
    ServiceAccess access,
    Jdk jdk,
    Map<String, String> variables,
    List<String> options,
    List<Bind> binds,
    long memoryBytes,
    Duration patience) {
  private static final long MIB = 1024 * 1024;

  /** One that needs nothing but the JDK. */
  static BoxedClient of(Instance instance, ServiceAccess access, Jdk jdk) {
    return new BoxedClient(
        instance, access, jdk, Map.of(), List.of(), List.of(), 512 * MIB, Duration.ofSeconds(20));
  }

  /** Returns what the program has printed until it ended well. */
  String run(String name, String source, String... arguments) throws Exception {
    Path code = Files.createTempDirectory(instance.directory(), "code-");
    Files.setPosixFilePermissions(code, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(code.resolve(name + ".java"), source);
    List<Bind> all = new ArrayList<>(binds);
    all.add(Bind.readOnly(jdk.home(), Path.of("/var/lang")));
    all.add(Bind.readOnly(code, Path.of("/var/task")));
    all.addAll(access.binds());
    List<String> command = new ArrayList<>(options);
    command.addFirst("/var/lang/bin/java");
    command.add("/var/task/" + name + ".java");
    command.addAll(List.of(arguments));
    SandboxSpec spec =
        new SandboxSpec(
            variables, command, Path.of("/var/task"), all, CpuLimit.whole(2), memoryBytes);
    try (Sandbox box = instance.prepare("client", spec)) {
      box.start();
      int exitCode = box.exit().get(patience.toSeconds(), TimeUnit.SECONDS);
      String output = new String(box.output().drain(), UTF_8);
      assertEquals(0, exitCode, output);
      return output;
    }
  }
}
