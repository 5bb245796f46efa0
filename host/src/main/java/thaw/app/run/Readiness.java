package thaw.app.run;

import java.util.function.Consumer;
import thaw.app.shared.Interruption;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Tells whoever distributes requests whether this server wants any: 200 or 503. Any thread may ask.
 *
 * @see <a
 *     href="https://kubernetes.io/docs/concepts/workloads/pods/probes/#readiness-probe">Readiness
 *     probe</a>
 */
public final class Readiness implements HttpHandler {
  public static final String PATH = "/_thaw/ready";

  /** The stages in the order in which they come. */
  private enum Stage {
    STARTING("starting"),
    READY("ready"),
    DRAINING("draining"),
    ENDING("ending");

    private final String text;

    Stage(String text) {
      this.text = text;
    }
  }

  private volatile Stage stage = Stage.STARTING;

  /** It takes requests, unless it was told to end before. */
  synchronized void start() {
    if (stage == Stage.STARTING) {
      stage = Stage.READY;
    }
  }

  /** It wants no more requests; what it has accepted comes to its end. */
  synchronized void drain() {
    stage = Stage.DRAINING;
  }

  /** Marks the server as ending, so that later failures are known to come from that. */
  synchronized void end() {
    stage = Stage.ENDING;
  }

  /** An end while it starts has nothing to wait for, and comes before anybody can say so here. */
  boolean hasEnded() {
    Stage now = stage;
    return now == Stage.ENDING || now == Stage.STARTING && Interruption.hasBegun();
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    Stage now = stage;
    onResponse.accept(Response.line(now == Stage.READY ? 200 : 503, now.text));
  }

  @Override
  public Response failed(Exception reason) {
    return Response.line(503, "unable to tell: " + reason);
  }
}
