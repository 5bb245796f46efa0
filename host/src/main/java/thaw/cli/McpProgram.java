package thaw.cli;

import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The program behind {@code thaw mcp}, which has jars of its own, as the {@link Laboratory} has.
 * The command line only finds it; it calls room {@code app} itself.
 */
public interface McpProgram {
  String NAME = "mcp";

  String DESCRIPTION =
      "Serves coding assistants over standard input and output (Model Context Protocol): tools that"
          + " measure, explain, fix and invoke functions. See docs/mcp.md for how to configure yours.";

  /** A new object that picocli knows as the command {@link #NAME}. */
  Object command();

  /** The one on the class path. */
  static Optional<McpProgram> find() {
    return ServiceLoader.load(McpProgram.class).findFirst();
  }
}
