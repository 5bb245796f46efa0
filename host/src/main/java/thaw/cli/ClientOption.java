package thaw.cli;

import picocli.CommandLine.Option;
import thaw.environment.launch.ClientKind;

/**
 * The option that chooses the runtime client of functions. Every command that starts functions has
 * it.
 */
public final class ClientOption {
  @Option(
      names = "--runtime",
      paramLabel = "official|thaw",
      description =
          "Client of the Runtime API in Java functions: AWS's own, or Thaw's lean one. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "official")
  private String client = ClientKind.OFFICIAL.option();

  /** Refused before anything is built. */
  public ClientKind kind() {
    return ClientKind.of(client);
  }
}
