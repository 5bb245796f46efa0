package thaw.app.run;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.gateway.LambdaApi;
import thaw.platform.Platform;
import thaw.platform.record.FunctionRecord;

/**
 * Tells where a server's doors are.
 *
 * @param out gets one line each
 */
record Announcement(
    ServerSettings settings, Application application, LocalNames names, Consumer<String> out) {
  /**
   * @param services where clients outside of functions find the services that run for them, as
   *     variables
   * @param apis where the APIs of API Gateway are
   */
  void say(Platform platform, LambdaApi api, Map<String, String> services, ApiDoors apis) {
    String url = settings.url(api.port());
    List<String> functions = functions(platform);
    out.accept(
        functions.isEmpty()
            ? "Lambda API without functions at " + url + ": clients make them (create-function)"
            : "Lambda API of " + String.join(", ", functions) + " at " + url);
    out.accept("  export AWS_ENDPOINT_URL_LAMBDA=" + url);
    out.accept("  open to: " + settings.reach().said());
    services.forEach((name, address) -> out.accept("  export " + name + "=" + address));
    if (!functions.isEmpty()) {
      out.accept(
          "  aws lambda invoke --endpoint-url "
              + url
              + " --function-name "
              + functions.getFirst()
              + " /dev/stdout");
    }
    out.accept("  what happens: " + url + LivePage.PATH);
    Map<String, String> functionUrls = api.functionUrls();
    functionUrls.forEach((function, byHost) -> sayUrl(function, byHost, url));
    apis.announcement(settings).forEach(out);
    new Addresses(application, url, services, id -> settings.url(apis.port(id)))
        .lines()
        .forEach(line -> out.accept("  " + line));
    if (!(functionUrls.isEmpty() && application.apis().isEmpty()) && !names.resolve()) {
      out.accept(
          "  Names below .localhost do not resolve on this machine: browsers and curl know them,"
              + " programs do not (libnss-myhostname makes them known).");
    }
    out.accept(
        settings
                .data()
                .map(folder -> "State is in " + folder + ".")
                .orElse("State is in memory only (--data FOLDER keeps it).")
            + " Ctrl-C ends it.");
  }

  /** Both addresses, the one in front that works. */
  private void sayUrl(String function, String byHost, String url) {
    String byPath = url + LambdaApi.urlPath(function);
    out.accept(
        "  %s %s, or %s"
            .formatted(
                function, names.resolve() ? byHost : byPath, names.resolve() ? byPath : byHost));
  }

  /** The template's in its order; then those that clients have made, where they are kept. */
  private List<String> functions(Platform platform) {
    return Stream.concat(
            application.functions().stream().map(FunctionDefinition::name),
            platform.catalog().all().stream().map(FunctionRecord::name))
        .distinct()
        .toList();
  }
}
