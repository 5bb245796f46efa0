package thaw.service.process;

import java.util.List;

/**
 * How a service's program is started.
 *
 * @param name for people
 * @param id names its box
 * @param main ours, alone on the class path before the program's own jars: it has the program
 *     listen on loopback and prints {@link JavaService#LISTENING} with the ports
 * @param jvmOptions besides those that all have
 * @param arguments of {@code main}
 * @param memoryBytes the box's limit, for heap and all else
 */
public record ServiceProgram(
    String name,
    String id,
    Class<?> main,
    List<String> jvmOptions,
    List<String> arguments,
    long memoryBytes) {
  public static final long MIB = 1024 * 1024;

  public ServiceProgram {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
  }
}
