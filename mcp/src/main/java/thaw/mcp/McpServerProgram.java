package thaw.mcp;

import thaw.cli.McpProgram;

/** How the command line comes by {@code thaw mcp}: it finds this class by its name in the jar. */
public final class McpServerProgram implements McpProgram {
  @Override
  public Object command() {
    return new McpCommand();
  }
}
