package thaw.service.process;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import thaw.steady.AllSteps;

/**
 * A service that takes requests.
 *
 * @param url where clients find it
 * @param behindTls where the bytes of those go that come through TLS
 * @param pid of its program
 * @param end ends it
 */
public record RunningService(
    LocalService service, URI url, InetSocketAddress behindTls, long pid, Runnable end) {
  public RunningService(LocalService service, JavaService process, InetSocketAddress behindTls) {
    this(service, URI.create(process.url()), behindTls, process.pid(), process::close);
  }

  /** The same, before whose end something else ends. */
  public RunningService after(Runnable other) {
    return new RunningService(
        service, url, behindTls, pid, () -> AllSteps.run(List.of(other, end)));
  }
}
