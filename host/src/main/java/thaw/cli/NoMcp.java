package thaw.cli;

import picocli.CommandLine.Command;

/** Stands for {@code thaw mcp} where its jars are not on the class path. */
@Command(name = SeparateCommand.MCP, description = SeparateCommand.MCP_DESCRIPTION)
final class NoMcp extends MissingJars {
  NoMcp() {
    super(SeparateCommand.MCP, "mcp");
  }
}
