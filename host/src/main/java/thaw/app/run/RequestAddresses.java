package thaw.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.Application;
import thaw.function.Region;
import thaw.function.resource.Queue;
import thaw.lambdaapi.LambdaApi;
import thaw.live.RequestAddress;
import thaw.platform.Platform;
import thaw.platform.record.FunctionRecord;
import thaw.presentation.text.Text;

/**
 * The addresses to which somebody on this machine sends requests, each with a command that does it.
 *
 * @param functions names of those that there are at the moment
 * @param urls functions with a URL, likewise
 */
record RequestAddresses(
    Addresses addresses, Supplier<List<String>> functions, Supplier<List<String>> urls) {
  private static final Pattern PARAMETER = Pattern.compile("\\{[^}]*}");

  static RequestAddresses of(
      ServerSettings settings,
      Application application,
      Platform platform,
      LambdaApi api,
      Map<String, String> services,
      ApiPorts apis) {
    return new RequestAddresses(
        new Addresses(
            application, settings.url(api.port()), services, id -> settings.url(apis.port(id))),
        () -> platform.catalog().all().stream().map(FunctionRecord::name).toList(),
        () -> List.copyOf(api.functionUrls().keySet()));
  }

  List<RequestAddress> all() {
    List<RequestAddress> all = new ArrayList<>();
    String lambda = addresses.lambda();
    addresses.application().apis().forEach(api -> addRoutes(api, all));
    for (String function : urls.get()) {
      String url = lambda + LambdaApi.urlPath(function);
      all.add(new RequestAddress("function URL", function, url, "curl " + Text.quoted(url)));
    }
    addQueues(all);
    addBuckets(all);
    for (String function : functions.get()) {
      all.add(
          new RequestAddress(
              "Lambda API",
              function,
              lambda,
              aws("lambda invoke", lambda)
                  + " --function-name "
                  + Text.quoted(function)
                  + " --cli-binary-format raw-in-base64-out --payload '{}' /dev/stdout"));
    }
    return all;
  }

  private void addRoutes(Api api, List<RequestAddress> all) {
    for (ApiRoute route : api.routes()) {
      String to =
          switch (route.target()) {
            case ApiRoute.Target.Function function -> function.name();
            case ApiRoute.Target.Http http -> http.uri();
            case ApiRoute.Target.Fixed _ -> route.isPreflight() ? "" : "mock";
          };
      if (!to.isEmpty()) {
        boolean otherwise = route.path().equals(ApiRoute.OTHERWISE);
        String url = addresses.apiUrl().apply(api.logicalId()) + (otherwise ? "/" : route.path());
        all.add(
            new RequestAddress(
                "API " + api.logicalId(),
                route.method() + " " + (otherwise ? "all else" : route.path()) + " → " + to,
                url,
                curl(route, url)));
      }
    }
  }

  private static String curl(ApiRoute route, String url) {
    StringBuilder command = new StringBuilder("curl");
    if (!route.method().equals("GET") && !route.method().equals(ApiRoute.ANY)) {
      command.append(" -X ").append(Text.quoted(route.method()));
    }
    if (route.keyRequired()) {
      command
          .append(" -H ")
          .append(Text.quoted("x-api-key: KEY")); // the terminal has it, for fewer eyes
    }
    return command
        .append(' ')
        .append(Text.quoted(PARAMETER.matcher(url).replaceAll("1")))
        .toString();
  }

  private void addQueues(List<RequestAddress> all) {
    String sqs = addresses.services().getOrDefault("AWS_ENDPOINT_URL_SQS", "");
    for (Queue queue : addresses.queues()) {
      String url = addresses.queueUrl(queue);
      all.add(
          new RequestAddress(
              "queue",
              queue.name(),
              url,
              aws("sqs send-message", sqs)
                  + " --queue-url "
                  + Text.quoted(url)
                  + " --message-body '{}'"));
    }
  }

  private void addBuckets(List<RequestAddress> all) {
    String s3 = addresses.services().get("AWS_ENDPOINT_URL_S3");
    if (s3 != null) {
      addresses
          .application()
          .buckets()
          .forEach(bucket ->
              all.add(
                  new RequestAddress(
                      "bucket",
                      bucket.name(),
                      s3 + "/" + bucket.name(),
                      aws("s3 cp FILE", s3) + " " + Text.quoted("s3://" + bucket.name() + "/"))));
    }
  }

  /** Returns a command of the AWS CLI. Any credentials do, but it wants some. */
  private static String aws(String operation, String endpoint) {
    return "AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any aws --region "
        + Region.own()
        + " "
        + operation
        + " --endpoint-url "
        + endpoint;
  }
}
