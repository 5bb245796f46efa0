package thaw.environment;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.Region;
import thaw.runtimeapi.ApiReply;
import thaw.runtimeapi.SandboxRequest;
import thaw.runtimeapi.extensions.ExtensionsApi;
import thaw.runtimeapi.extensions.TelemetryApi;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Serves the extensions of an environment: the same HTTP routes for one generation of processes
 * after the other. Also passes the timeline on to the present one's subscribers.
 */
final class ExtensionRoutes implements Consumer<PlatformEvent.Stamped> {
  private final AtomicReference<@Nullable Extensions> present = new AtomicReference<>();
  private final ExtensionsApi extensions;
  private final TelemetryApi telemetry;

  private ExtensionRoutes(ExtensionsApi.ExtendedFunction function, boolean shared) {
    this.extensions = new ExtensionsApi(() -> current().session(), function);
    this.telemetry =
        new TelemetryApi(
            () -> current().session(),
            () -> current().relay(),
            event -> current().tell(event),
            shared);
  }

  /** Makes the routes with what extensions learn of the function when they register. */
  static ExtensionRoutes of(EnvironmentSpec spec) {
    return new ExtensionRoutes(
        new ExtensionsApi.ExtendedFunction(
            spec.function().name(), spec.version(), spec.function().handler(), Region.ACCOUNT),
        spec.isShared());
  }

  /** Answers a request of an extension; returns false when the request is for another API. */
  boolean handle(SandboxRequest request, ApiReply reply) throws IOException, InterruptedException {
    return extensions.handle(request, reply) || telemetry.handle(request, reply);
  }

  /** Leads calls to these extensions from now on. */
  void serve(Extensions next) {
    present.set(next);
  }

  private Extensions current() {
    Extensions now = present.get();
    if (now == null) {
      throw new IllegalStateException("no runtime has been started");
    }
    return now;
  }

  @Override
  public void accept(PlatformEvent.Stamped stamped) {
    Extensions now = present.get();
    if (now != null) {
      now.relay().accept(stamped);
    }
  }
}
