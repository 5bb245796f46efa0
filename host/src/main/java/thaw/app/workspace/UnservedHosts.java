package thaw.app.workspace;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import thaw.service.redirect.AwsHosts;

/**
 * Says which of AWS's hosts functions ask for that nothing serves here: those that something serves
 * are in their hosts file, and asked of nobody. Where functions reach local services only, all
 * hosts are such. Each is said once.
 *
 * <p>Thread-safe.
 */
final class UnservedHosts {
  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private final Consumer<String> progress;
  private volatile boolean closed;
  private volatile boolean emulated;

  UnservedHosts(Consumer<String> progress) {
    this.progress = progress;
  }

  /** Notes that no request leaves this machine from now on. */
  void close() {
    closed = true;
  }

  /** Notes that an emulator answers for AWS's services from now on. */
  void emulate() {
    emulated = true;
  }

  void asked(String function, String host) {
    if (emulated && !closed && AwsHosts.isService(host)) {
      return;
    }
    if (said.add(function + " " + host)) {
      progress.accept(
          closed
              ? function
                  + " asks for "
                  + host
                  + ", which a training does not reach: only the template's local services are"
              : function
                  + " asks for "
                  + host
                  + ", which is not served here: the request leaves this machine, with keys that AWS does"
                  + " not know (--aws-endpoint, or a variable AWS_ENDPOINT_URL_<SERVICE> of the function, leads it elsewhere)");
    }
  }
}
