package thaw.app.choice;

import thaw.environment.launch.ClientKind;
import thaw.platform.record.Limits;
import thaw.problem.UserMistake;

/** How {@code thaw load} runs functions itself. */
public class HostingChoice {
  private int concurrency = Limits.DEFAULT_CONCURRENCY;

  private ClientChoice client = new ClientChoice();

  /** Known before anything is run. */
  public void check() {
    if (concurrency < 1) {
      throw new UserMistake(
          "--concurrency must be at least 1: " + concurrency, "use for example --concurrency 10");
    }
    client.kind();
  }

  /** Requests at once, the account's limit. */
  public int concurrency() {
    return concurrency;
  }

  public ClientKind client() {
    return client.kind();
  }

  /** Chooses what {@code --concurrency} is for. */
  public void chooseConcurrency(int concurrency) {
    this.concurrency = concurrency;
  }

  public void chooseClient(ClientChoice client) {
    this.client = client;
  }
}
