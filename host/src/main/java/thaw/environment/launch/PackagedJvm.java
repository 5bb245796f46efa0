package thaw.environment.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.snapshot.archive.ArchiveFormat;

/**
 * The JVM of a function that {@code thaw package} has made: its bootstrap takes further options of
 * the JVM, so that the function can be observed.
 *
 * @param jdk where the host has it
 * @param home of the JVM, inside and outside
 * @param client folder of the runtime client, likewise
 */
public record PackagedJvm(Jdk jdk, SandboxFolder home, SandboxFolder client) {
  /** The archive that it may be told to write, as the bootstrap sees it. */
  static final Path ARCHIVE = LambdaPaths.ARCHIVE.resolve(ArchiveFormat.AOT_CACHE.fileName());

  private static final Path LIST = Path.of("thaw/start");
  private static final Path OWN_JVM = Path.of("thaw/jvm");
  private static final Path OWN_CLIENT = Path.of("thaw/client");

  /** Returns the JVM of a package; empty where the function is no such package. */
  public static Optional<PackagedJvm> of(EnvironmentSpec spec) {
    Path task = spec.code().root();
    return switch (spec.program()) {
      case RuntimeProgram.Java _ -> Optional.empty();
      case RuntimeProgram.Bootstrap _ ->
          Files.exists(task.resolve(LIST))
              ? in(task, LambdaPaths.TASK, OWN_JVM, OWN_CLIENT)
              : Optional.empty();
      case RuntimeProgram.Image image -> {
        Path inRuntime = Path.of("/").relativize(LambdaPaths.RUNTIME.resolve(LIST));
        yield Files.exists(task.resolve(LIST)) || Files.exists(image.root().resolve(inRuntime))
            ? in(
                image.root(),
                Path.of("/"),
                Path.of("/").relativize(LambdaPaths.LANG),
                Path.of("/").relativize(LambdaPaths.RUNTIME))
            : Optional.empty();
      }
    };
  }

  private static Optional<PackagedJvm> in(Path host, Path box, Path jvm, Path client) {
    return Jdks.read(host.resolve(jvm))
        .map(jdk ->
            new PackagedJvm(
                jdk,
                new SandboxFolder(box.resolve(jvm), host.resolve(jvm)),
                new SandboxFolder(box.resolve(client), host.resolve(client))));
  }
}
