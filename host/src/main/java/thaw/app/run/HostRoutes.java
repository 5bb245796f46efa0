package thaw.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.app.workspace.Workspace;
import thaw.live.HostRoute;
import thaw.service.LocalServices;
import thaw.service.ServiceNames;
import thaw.service.process.LocalService;
import thaw.service.redirect.Emulator;

/** Tells which of AWS's hosts leads functions where. */
final class HostRoutes {
  private HostRoutes() {}

  /**
   * @param lambda where the Lambda API is
   */
  static List<HostRoute> of(Workspace workspace, String lambda) {
    Optional<LocalServices> services = workspace.services();
    Optional<Emulator> emulator = services.flatMap(LocalServices::emulator);
    List<HostRoute> routes = new ArrayList<>();
    services.ifPresent(running ->
        running.endpoints().forEach((service, url) -> routes.add(route(service, url.toString()))));
    if (emulator.isPresent()) {
      routes.add(route(LocalService.LAMBDA, lambda));
    }
    String rest = routes.isEmpty() ? "all of AWS" : "all others of AWS";
    routes.add(
        emulator
            .map(each -> new HostRoute(rest, "emulator", each.url().toString()))
            .orElse(new HostRoute(rest, "AWS", "")));
    return routes;
  }

  private static HostRoute route(LocalService service, String url) {
    String host = new ServiceNames("*").of(service, List.of()).getFirst();
    return new HostRoute(host, service.server(), url);
  }
}
