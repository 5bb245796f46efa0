package thaw.app.run;

import java.nio.file.Path;
import java.util.function.Consumer;
import thaw.http.HttpHandler;
import thaw.live.Facts;
import thaw.live.Live;
import thaw.live.StatePage;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.pool.EnvironmentObservation;
import thaw.report.live.LiveHtml;
import thaw.trace.Traces;

/** {@code http://127.0.0.1:3001/_thaw}: the page that shows what runs, and Prometheus' metrics. */
final class LivePage implements AutoCloseable {
  static final String PATH = "/_thaw";

  private final Live live;

  /**
   * @param problems faults of ours, which no request sees
   */
  LivePage(Traces traces, Consumer<Exception> problems) {
    this.live = new Live(traces::ofRequest, problems);
  }

  void observe(EnvironmentObservation observation) {
    live.observe(observation);
  }

  /** From now on it can ask the platform. */
  void follow(Platform platform, EventQueue events) {
    live.ask(new Facts(platform, events));
  }

  /**
   * @param source what is run, which the page is named after
   */
  HttpHandler before(HttpHandler door, Path source) {
    Path name = source.toAbsolutePath().normalize().getFileName();
    String title = name == null ? "Thaw" : name.toString();
    return live.before(door, new StatePage(() -> LiveHtml.page(title), LiveHtml::policy));
  }

  @Override
  public void close() {
    live.close();
  }
}
