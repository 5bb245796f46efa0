package thaw.app.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionUrl;
import thaw.function.Output;
import thaw.function.Region;
import thaw.function.resource.Queue;
import thaw.lambdaapi.LambdaApi;

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
  private static final String LAMBDA = "AWS_ENDPOINT_URL_LAMBDA";
  private static final Pattern API =
      Pattern.compile("https://([a-z0-9]+)\\.execute-api\\.[a-z0-9-]+\\.amazonaws\\.com");
  private static final Pattern QUEUES =
      Pattern.compile("https://sqs\\.[a-z0-9-]+\\.amazonaws\\.com(?=/)");

  private static final Pattern FUNCTION =
      Pattern.compile("https://([a-z0-9]+)\\.lambda-url\\.[a-z0-9-]+\\.on\\.aws(?:/|$)");

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

  /** A function whose variables lead to what runs here. */
  FunctionDefinition over(FunctionDefinition function) {
    Map<String, String> variables = new LinkedHashMap<>(function.environment());
    variables.replaceAll((_, value) -> toHere(value));
    if (function.durable().isPresent() && !variables.containsKey("AWS_ENDPOINT_URL")) {
      variables.putIfAbsent(LAMBDA, lambda);
    }
    return variables.equals(function.environment())
        ? function
        : function.with().environment(variables).build();
  }

  /**
   * Returns whether variables name an address of an API or a function, or are to name that of the
   * Lambda API, where a durable function keeps its checkpoints.
   */
  static boolean concerns(FunctionDefinition function) {
    return function.durable().isPresent()
        || function.environment().values().stream()
            .anyMatch(value -> API.matcher(value).find() || FUNCTION.matcher(value).find());
  }

  private String here(String value) {
    String sqs = services.get("AWS_ENDPOINT_URL_SQS");
    return toHere(
        sqs == null ? value : QUEUES.matcher(value).replaceFirst(Matcher.quoteReplacement(sqs)));
  }

  private String toHere(String value) {
    Matcher api = API.matcher(value);
    return api.find()
        ? value.substring(0, api.start())
            + ofApi(api.group(1), value.substring(api.end()), api.group())
        : FUNCTION.matcher(value).replaceAll(found -> Matcher.quoteReplacement(ofFunction(found)));
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

  private String ofFunction(MatchResult found) {
    return application.functions().stream()
        .flatMap(Addresses::owners)
        .filter(owner -> FunctionUrl.id(owner).equals(found.group(1)))
        .findFirst()
        .map(owner -> lambda + LambdaApi.urlPath(owner))
        .orElse(found.group());
  }

  /** Functions and aliases that have a URL. */
  private static Stream<String> owners(FunctionDefinition function) {
    return Stream.concat(
        function.url().map(_ -> function.name()).stream(),
        function.aliases().stream()
            .filter(alias -> alias.url().isPresent())
            .map(alias -> function.name() + ":" + alias.name()));
  }
}
