package thaw.mcp;

import thaw.cli.SeparateCommand;

/**
 * The entry point of {@code thaw mcp}; the command line finds this class by its name in the jar.
 */
public final class McpServerProgram implements SeparateCommand {
  @Override
  public String name() {
    return MCP;
  }

  @Override
  public Object command() {
    return new McpCommand();
  }
}
