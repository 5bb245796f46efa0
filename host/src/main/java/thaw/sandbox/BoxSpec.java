package thaw.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What runs in a box and what it sees.
 *
 * @param environment exactly the variables of the process, none of the host's
 * @param command program and arguments, as paths in the box
 * @param workingDirectory in the box
 * @param binds files and folders, ignored where the host permits no namespaces
 * @param cpu the limit from the start on
 * @param memoryBytes the memory limit
 * @param inside a job whose mounts the box's binds come from, in place of the host's
 * @param network its own; without, the box has the host's
 * @param root what it sees in place of the host's system: a folder with a root file system
 */
public record BoxSpec(
    Map<String, String> environment,
    List<String> command,
    Path workingDirectory,
    List<Bind> binds,
    CpuLimit cpu,
    long memoryBytes,
    Optional<Job> inside,
    Optional<BoxNetwork> network,
    Optional<Path> root) {
  /**
   * A file descriptor of every program that leads where its standard output does, so that what is
   * written to either stays in order.
   */
  public static final int OUTPUT_COPY = 3;

  public BoxSpec {
    environment = Map.copyOf(environment);
    command = List.copyOf(command);
    binds = List.copyOf(binds);
  }

  /** On the host's system. */
  public BoxSpec(
      Map<String, String> environment,
      List<String> command,
      Path workingDirectory,
      List<Bind> binds,
      CpuLimit cpu,
      long memoryBytes,
      Optional<Job> inside,
      Optional<BoxNetwork> network) {
    this(
        environment,
        command,
        workingDirectory,
        binds,
        cpu,
        memoryBytes,
        inside,
        network,
        Optional.empty());
  }

  /** On the host's mounts and network. */
  public BoxSpec(
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
        Optional.empty());
  }

  BoxSpec withBinds(List<Bind> others) {
    return new BoxSpec(
        environment, command, workingDirectory, others, cpu, memoryBytes, inside, network, root);
  }

  public BoxSpec withNetwork(BoxNetwork other) {
    return new BoxSpec(
        environment,
        command,
        workingDirectory,
        binds,
        cpu,
        memoryBytes,
        inside,
        Optional.of(other),
        root);
  }

  Program program() {
    return new Program(environment, command, workingDirectory);
  }
}
