package thaw.cli.option;

import picocli.CommandLine.Option;
import thaw.app.choice.ClientChoice;

/** Which runtime client starts the functions: the same in every command that starts some. */
public final class ClientOption extends ClientChoice {
  @Option(
      names = "--runtime",
      paramLabel = "official|thaw",
      description =
          "Client of the Runtime API in Java functions: AWS's own, or Thaw's lean one. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "official")
  @Override
  public void chooseClient(String client) {
    super.chooseClient(client);
  }
}
