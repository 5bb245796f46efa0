package thaw.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.Output;
import thaw.function.Region;
import thaw.function.resource.Queue;
import thaw.gateway.LambdaApi;

/**
 * The addresses at which clients on this machine find what a template declares: its queues and
 * buckets, and its outputs, with what runs here in place of what would be deployed.
 *
 * @param lambda of the Lambda API, as a URL
 * @param services the endpoints of services that run, by the variables that SDKs know
 * @param apiUrl of an API, by its logical id
 */
record Addresses(
    Application application,
    String lambda,
    Map<String, String> services,
    Function<String, String> apiUrl) {
  private static final Pattern API =
      Pattern.compile("https://([a-z0-9]+)\\.execute-api\\.[a-z0-9-]+\\.amazonaws\\.com");
  private static final Pattern QUEUES =
      Pattern.compile("https://sqs\\.[a-z0-9-]+\\.amazonaws\\.com(?=/)");

  /** The attribute that stands for the URL that SAM makes of a function's configuration. */
  private static final String FUNCTION_URL = "Url.FunctionUrl";

  /** One line each. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    queues().forEach(queue -> lines.add("queue " + queue.name() + " at " + queueUrl(queue)));
    String s3 = services.get("AWS_ENDPOINT_URL_S3");
    if (s3 != null) {
      application
          .buckets()
          .forEach(bucket ->
              lines.add("bucket %s at %s/%s".formatted(bucket.name(), s3, bucket.name())));
    }
    outputs().forEach(output -> lines.add("output " + output.name() + ": " + output.value()));
    return lines;
  }

  /** Those that are served here. */
  List<Queue> queues() {
    return services.containsKey("AWS_ENDPOINT_URL_SQS") ? application.queues() : List.of();
  }

  /** Returns the URL of a queue. */
  String queueUrl(Queue queue) {
    return services.get("AWS_ENDPOINT_URL_SQS") + "/" + Region.ACCOUNT + "/" + queue.name();
  }

  List<Output> outputs() {
    return application.outputs().stream()
        .map(output -> new Output(output.name(), here(output.value())))
        .toList();
  }

  private String here(String value) {
    if (value.endsWith(FUNCTION_URL)) {
      return functionUrl(value.substring(0, value.length() - FUNCTION_URL.length())).orElse(value);
    }
    String sqs = services.get("AWS_ENDPOINT_URL_SQS");
    String queue =
        sqs == null ? value : QUEUES.matcher(value).replaceFirst(Matcher.quoteReplacement(sqs));
    Matcher api = API.matcher(queue);
    return api.find()
        ? queue.substring(0, api.start())
            + ofApi(api.group(1), queue.substring(api.end()), api.group())
        : queue;
  }

  /** The stage is no part of the path at a port of the API's own. */
  private String ofApi(String id, String path, String otherwise) {
    Optional<Api> api =
        application.apis().stream().filter(each -> each.id().equals(id)).findFirst();
    if (api.isEmpty()) {
      return otherwise + path;
    }
    String stage = "/" + api.get().stage();
    boolean named = path.equals(stage) || path.startsWith(stage + "/");
    return apiUrl.apply(api.get().logicalId()) + (named ? path.substring(stage.length()) : path);
  }

  private Optional<String> functionUrl(String logicalId) {
    return application.functions().stream()
        .filter(function -> function.logicalId().equals(logicalId))
        .findFirst()
        .map(function -> lambda + LambdaApi.urlPath(owner(function)));
  }

  /** SAM gives the URL to the alias that it publishes. */
  private static String owner(FunctionDefinition function) {
    return function.url().isPresent()
        ? function.name()
        : function.aliases().stream()
            .filter(alias -> alias.url().isPresent())
            .findFirst()
            .map(alias -> function.name() + ":" + alias.name())
            .orElse(function.name());
  }
}
