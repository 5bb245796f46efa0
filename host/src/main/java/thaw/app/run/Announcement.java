package thaw.app.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.app.choice.EventChoice;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.Output;
import thaw.function.Region;
import thaw.function.resource.Bucket;
import thaw.function.resource.Queue;
import thaw.function.resource.TableDefinition;
import thaw.lambdaapi.LambdaApi;
import thaw.platform.Platform;
import thaw.platform.record.FunctionRecord;

/**
 * Tells where a server listens, people and programs.
 *
 * @param events the file of the platform's events
 * @param out gets one line each
 */
record Announcement(
    ServerSettings settings,
    Application application,
    LocalNames names,
    Path events,
    Consumer<String> out) {
  /**
   * @param services where clients outside of functions find the services that run for them, as
   *     variables
   * @param databases how clients outside of functions connect to databases
   * @param apis where the APIs of API Gateway are
   */
  void say(
      Platform platform,
      LambdaApi api,
      Map<String, String> services,
      Map<String, String> databases,
      ApiPorts apis) {
    String url = settings.url(api.port());
    List<String> functions = functions(platform);
    out.accept(
        functions.isEmpty()
            ? "Lambda API without functions at " + url + ": clients make them (create-function)"
            : "Lambda API of " + String.join(", ", functions) + " at " + url);
    out.accept("  export AWS_ENDPOINT_URL_LAMBDA=" + url);
    out.accept("  open to: " + settings.reach().said());
    services.forEach((name, address) -> out.accept("  export " + name + "=" + address));
    databases.forEach((id, client) -> out.accept("  " + id + ": psql \"" + client + "\""));
    if (!services.isEmpty()) {
      out.accept(
          settings.services().isFast()
              ? "  services answer at once (--services real: in AWS's times and limits)"
              : "  services answer as --services " + settings.services().name() + " says");
    }
    functions.stream()
        .findFirst()
        .ifPresent(name ->
            out.accept(
                "  aws lambda invoke --no-sign-request --endpoint-url %s --region %s --function-name %s%s /dev/stdout"
                    .formatted(url, Region.own(), name, payload(name))));
    out.accept("  what happens: " + url + LivePage.PATH);
    Map<String, String> functionUrls = api.functionUrls();
    functionUrls.forEach((function, byHost) -> sayUrl(function, byHost, url));
    apis.announcement(settings).forEach(out);
    Addresses addresses =
        new Addresses(application, url, services, id -> settings.url(apis.port(id)));
    addresses.lines().forEach(line -> out.accept("  " + line));
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
    settings
        .audience()
        .addresses()
        .accept(
            new RunAddresses(
                url,
                named(functions),
                functionUrls,
                map(
                    application.apis(),
                    Api::logicalId,
                    each -> settings.url(apis.port(each.logicalId()))),
                services,
                map(addresses.queues(), Queue::logicalId, addresses::queueUrl),
                map(application.buckets(), Bucket::logicalId, Bucket::name),
                map(application.tables(), TableDefinition::logicalId, TableDefinition::name),
                map(addresses.outputs(), Output::name, Output::value),
                events));
  }

  private String payload(String name) {
    return application.functions().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .map(each -> EventChoice.payload(application, each))
        .orElse("");
  }

  private List<RunAddresses.Named> named(List<String> functions) {
    Map<String, String> ids =
        map(application.functions(), FunctionDefinition::name, FunctionDefinition::logicalId);
    return functions.stream()
        .map(name -> new RunAddresses.Named(ids.getOrDefault(name, name), name))
        .toList();
  }

  private static <T> Map<String, String> map(
      List<T> all, Function<T, String> key, Function<T, String> value) {
    return all.stream()
        .collect(
            Collectors.toMap(key, value, (first, _) -> first, LinkedHashMap<String, String>::new));
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
