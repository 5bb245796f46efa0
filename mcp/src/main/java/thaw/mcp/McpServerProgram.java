package thaw.mcp;

import thaw.cli.McpProgram;

/**
 * The entry point of {@code thaw mcp}; the command line finds this class by its name in the jar.
 */
public final class McpServerProgram implements McpProgram {
  @Override
  public Object command() {
    return new McpCommand();
  }
}
