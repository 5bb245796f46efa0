package thaw.service.process;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells how a service's program is started.
 *
 * @param name for people
 * @param id names its box
 * @param main ours, on the class path before the program's own jars: it has the program listen on
 *     loopback and prints {@link JavaService#LISTENING} with the ports
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

  /**
   * The name, with a number from 0 on behind it, of the system property that has a port to listen
   * on; 0 for any. A constant: the program itself has nothing else of this class.
   */
  public static final String PORT = "thaw.port";

  /** The name of the system property of a program that listens on one port. */
  public static final String FIRST_PORT = PORT + 0;

  public ServiceProgram {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
  }

  /** One that listens on these ports of loopback, in its order; 0 for any. */
  public ServiceProgram on(List<Integer> ports) {
    List<String> options = new ArrayList<>(jvmOptions);
    for (int number = 0; number < ports.size(); number++) {
      options.add("-D" + PORT + number + "=" + ports.get(number));
    }
    return new ServiceProgram(name, id, main, options, arguments, memoryBytes);
  }
}
