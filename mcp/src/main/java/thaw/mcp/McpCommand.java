package thaw.mcp;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import thaw.app.shared.Folders;
import thaw.cli.ExitCode;
import thaw.cli.SeparateCommand;

/** {@code thaw mcp}: serves one client until it closes our standard input. */
@Command(
    name = SeparateCommand.MCP,
    description = SeparateCommand.MCP_DESCRIPTION,
    mixinStandardHelpOptions = true)
final class McpCommand implements Callable<Integer> {
  McpCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    Folders folders = Folders.of(System.getenv());
    InputStream requests = System.in;
    PrintStream protocol = System.out;
    System.setIn(InputStream.nullInputStream()); // an event of "-" must not take requests
    System.setOut(System.err); // nothing but the protocol gets to standard output
    new ToolServer(folders.cache()).serve(requests, protocol);
    return ExitCode.DONE;
  }
}
