package thaw.environment.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import thaw.problem.UserMistake;
import thaw.runtimeapi.log.Initialization;

/** The argument vector of the runtime process. */
public final class RuntimeCommand {
  private RuntimeCommand() {}

  public static List<String> of(EnvironmentSpec spec, SandboxLayout layout) {
    return switch (spec.program()) {
      case RuntimeProgram.Java java -> {
        List<String> command = new ArrayList<>();
        // A wrapper gets the whole command as its arguments, and may rewrite it.
        String wrapper = spec.function().environment().get("AWS_LAMBDA_EXEC_WRAPPER");
        if (wrapper != null && !wrapper.isBlank()) {
          command.add(wrapper);
        }
        command.addAll(of(java, spec, layout));
        command.add(spec.function().handler());
        yield command;
      }
      case RuntimeProgram.Bootstrap _ -> List.of(layout.bootstrap().toString());
      case RuntimeProgram.Image image -> image.command();
    };
  }

  /** All but the handler. */
  private static List<String> of(
      RuntimeProgram.Java java, EnvironmentSpec spec, SandboxLayout layout) {
    List<String> command = new ArrayList<>();
    command.add(layout.lang().resolve("bin/java").toString());
    command.addAll(JvmOptions.of(java.jdk().feature(), spec.function()));
    command.addAll(java.client().kind().jvmOptions(layout.runtime()));
    command.addAll(NewMachine.jvmOptions(spec, java, layout.runtime()));
    java.archive().ifPresent(archive -> command.addAll(archive.options(layout.archive())));
    command.addAll(java.jvmOptions());
    command.addAll(spec.limits().jvmOptions().get());
    if (spec.dumped()) {
      // A dump has the file mapped, and any other JVM that sees it removes it.
      command.add("-XX:-UsePerfData");
    }
    boolean primed = spec.dumped() && spec.initialization() == Initialization.SNAP_START;
    boolean trains = java.trains() && spec.initialization() == Initialization.SNAP_START;
    command.add("-classpath");
    command.add(
        java.archive()
            .flatMap(RuntimeProgram.ClassArchive::function)
            .map(function -> classPath(java.client(), function, layout))
            .orElseGet(() -> classPath(java, spec, primed, layout)));
    ClientKind kind = java.client().kind();
    command.add(primed || trains ? kind.primedClass() : kind.mainClass());
    return command;
  }

  /**
   * Returns the class path of a start without an archive of the function's own. AWS's client finds
   * the function's code by itself; Thaw's has it on the class path, behind what its own archive was
   * made with.
   */
  private static String classPath(
      RuntimeProgram.Java java, EnvironmentSpec spec, boolean primed, SandboxLayout layout) {
    RuntimeClient client = java.client();
    return switch (client.kind()) {
      case OFFICIAL ->
          primed ? client.primedClassPath(layout.runtime()) : client.classPath(layout.runtime());
      case THAW ->
          java.trains()
              ? client.primedClassPath(layout.runtime())
              : client.primedClassPath(layout.runtime()) + ":" + joined(code(spec, layout));
    };
  }

  private static List<Path> code(EnvironmentSpec spec, SandboxLayout layout) {
    FunctionClasses classes = spec.classes();
    if (classes.obstacle().isPresent()) {
      throw new UserMistake(
          classes.obstacle().get() + ", so it cannot be on the class path",
          "rename it, or use --runtime official");
    }
    return classes.inPlace(layout.task(), layout.opt());
  }

  private static String joined(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  /** The same for who writes the archive and who uses it: the JVM insists. */
  private static String classPath(
      RuntimeClient client, FunctionClasses function, SandboxLayout layout) {
    return client.classPath(layout.runtime())
        + ":"
        + joined(function.jars(layout.archive(), layout.task(), layout.opt()))
        + ":"
        + RuntimeClient.primer(layout.runtime());
  }
}
