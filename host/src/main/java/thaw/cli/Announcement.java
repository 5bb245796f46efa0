package thaw.cli;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.gateway.LambdaApi;
import thaw.platform.FunctionRecord;
import thaw.platform.Platform;

/**
 * Tells where a server's doors are.
 *
 * @param out gets one line each
 */
record Announcement(Server.Settings settings, Application application, Consumer<String> out) {
  /**
   * @param services where clients outside of functions find the services that run for them, as
   *     variables
   * @param apis where the APIs of API Gateway are
   */
  void say(Platform platform, LambdaApi api, Map<String, String> services, List<String> apis) {
    String url = settings.url(api.port());
    List<String> names = names(platform);
    out.accept(
        names.isEmpty()
            ? "Lambda API without functions at " + url + ": clients make them (create-function)"
            : "Lambda API of " + String.join(", ", names) + " at " + url);
    out.accept("  export AWS_ENDPOINT_URL_LAMBDA=" + url);
    out.accept("  open to: " + settings.reach().said());
    services.forEach((name, address) -> out.accept("  export " + name + "=" + address));
    if (!names.isEmpty()) {
      out.accept(
          "  aws lambda invoke --endpoint-url "
              + url
              + " --function-name "
              + names.getFirst()
              + " /dev/stdout");
    }
    out.accept("  what happens: " + url + LivePage.PATH);
    api.functionUrls().forEach((function, address) -> out.accept("  " + function + " " + address));
    apis.forEach(out);
    out.accept(
        settings
                .data()
                .map(folder -> "State is in " + folder + ".")
                .orElse("State is in memory only (--data FOLDER keeps it).")
            + " Ctrl-C ends it.");
  }

  /** The template's in its order; then those that clients have made, where they are kept. */
  private List<String> names(Platform platform) {
    return Stream.concat(
            application.functions().stream().map(FunctionDefinition::name),
            platform.catalog().all().stream().map(FunctionRecord::name))
        .distinct()
        .toList();
  }
}
