package thaw.app.choice;

import thaw.environment.launch.ClientKind;

/** Which runtime client starts the functions: the same in every command that starts some. */
public class ClientChoice {
  private String client = ClientKind.OFFICIAL.option();

  /** Refused before anything is built. */
  public ClientKind kind() {
    return ClientKind.of(client);
  }

  /** Chooses what {@code --runtime} is for. */
  public void chooseClient(String client) {
    this.client = client;
  }
}
