package thaw.sandbox;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Specifies what runs in a sandbox and what it sees.
 *
 * @param environment exactly the variables of the process, none of the host's
 * @param command program and arguments, as paths in the sandbox
 * @param workingDirectory in the sandbox
 * @param binds files and folders, ignored where the host permits no namespaces
 * @param cpu the limit from the start on
 * @param memoryBytes the memory limit
 * @param inside a job whose mounts the sandbox's binds come from, in place of the host's
 * @param network its own; without, the sandbox has the host's
 * @param root what it sees in place of the host's system: a folder with a root file system
 */
@RecordBuilder
public record SandboxSpec(
    Map<String, String> environment,
    List<String> command,
    Path workingDirectory,
    List<Bind> binds,
    CpuLimit cpu,
    long memoryBytes,
    Optional<Job> inside,
    Optional<SandboxNetwork> network,
    Optional<Path> root)
    implements SandboxSpecBuilder.With {
  /**
   * A file descriptor of every program that leads where its standard output does, so that what is
   * written to either stays in order.
   */
  public static final int OUTPUT_COPY = 3;

  /** The pid of the first program in each sandbox that has pids of its own. */
  public static final int PROGRAM_PID = 300;

  public SandboxSpec {
    environment = Map.copyOf(environment);
    command = List.copyOf(command);
    binds = List.copyOf(binds);
  }

  /** Specifies a sandbox on the host's mounts and network. */
  public SandboxSpec(
      Map<String, String> environment,
      List<String> command,
      Path workingDirectory,
      List<Bind> binds,
      CpuLimit cpu,
      long memoryBytes) {
    this(
        environment,
        command,
        workingDirectory,
        binds,
        cpu,
        memoryBytes,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public SandboxSpec withNetwork(SandboxNetwork own) {
    return withNetwork(Optional.of(own));
  }

  Program program() {
    return new Program(environment, command, workingDirectory);
  }
}
