package thaw.app.choice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.Application;
import thaw.function.EventSource;
import thaw.function.FunctionDefinition;
import thaw.function.PayloadFormat;
import thaw.function.TopicSubscription;
import thaw.function.handler.ExampleEvent;
import thaw.function.handler.HandlerClass;
import thaw.function.handler.ReadParameters;
import thaw.function.packaging.CodeSource;
import thaw.function.resource.TableDefinition;
import thaw.project.EventKind;
import thaw.project.SampleEvent;

/**
 * The event that a function gets from what the template has feed it: an API, its URL, a queue;
 * where it names nothing, one of the type that the handler takes: of AWS's events, a class of its
 * own, or a plain value.
 *
 * @param source what sends it, for people
 * @param text JSON
 * @param rank the less, the better it shows a function's work: reads without parameters come first
 * @param isRead whether it is a GET through an API
 * @param isRecorded whether somebody has kept just this as a file, which the source names
 */
public record ImpliedEvent(
    String source, String text, int rank, boolean isRead, boolean isRecorded) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PARAMETER = Pattern.compile("\\{([^}+]+)(\\+?)}");

  /**
   * The kinds of AWS's events by the class that a handler takes, without the package that they
   * share.
   */
  private static final Map<String, EventKind> OF_TYPES =
      Map.ofEntries(
          Map.entry("APIGatewayProxyRequestEvent", EventKind.API),
          Map.entry("APIGatewayV2HTTPEvent", EventKind.HTTP_API),
          Map.entry("APIGatewayV2ProxyRequestEvent", EventKind.HTTP_API),
          Map.entry("ApplicationLoadBalancerRequestEvent", EventKind.ALB),
          Map.entry("CloudWatchLogsEvent", EventKind.CLOUDWATCH_LOGS),
          Map.entry("CognitoUserPoolPreSignUpEvent", EventKind.COGNITO),
          Map.entry("DynamodbEvent", EventKind.DYNAMODB),
          Map.entry("KafkaEvent", EventKind.KAFKA),
          Map.entry("KinesisEvent", EventKind.KINESIS),
          Map.entry("S3Event", EventKind.S3),
          Map.entry("SNSEvent", EventKind.SNS),
          Map.entry("SQSEvent", EventKind.SQS),
          Map.entry("ScheduledEvent", EventKind.SCHEDULE));

  /** The package of aws-lambda-java-events. */
  private static final String TYPES = "com.amazonaws.services.lambda.runtime.events.";

  private static final String ORIGIN = ", from ";

  /** The most of one route: what serves thousands of paths is known by some. */
  private static final int MOST_OF_ROUTE = 8;

  private static final int RANK_OF_PARAMETER = 1;
  private static final int RANK_OF_WRITE = 2;
  private static final int RANK_OF_HEALTH = 4;
  private static final int RANK_OF_GUESS = 8;

  /** A template has ANY / beside its greedy route, whatever the function has there. */
  private static final int RANK_OF_ROOT = RANK_OF_GUESS - 1;

  /** The pattern of what has no pattern: a function URL, or the route of all other requests. */
  private static final String EVERYTHING = "/{proxy+}";

  ImpliedEvent(String source, String text) {
    this(source, text, 0, false);
  }

  private ImpliedEvent(String source, String text, int rank, boolean isRead) {
    this(source, text, rank, isRead, false);
  }

  /** Returns what people call it. */
  public String name() {
    return "the event as " + source + " would send it";
  }

  /** Returns what people call several of them: each with its source. */
  public static String names(List<ImpliedEvent> events) {
    return events.size() == 1
        ? events.getFirst().name()
        : events.stream()
            .map(each -> "as " + each.source())
            .collect(Collectors.joining(", and ", "the events ", " would send them"));
  }

  /** Returns whether somebody has told of its path, whom the source names. */
  public boolean namesOrigin() {
    return source.contains(ORIGIN);
  }

  /** The first that there is; empty for a function that only clients call with what they like. */
  public static Optional<ImpliedEvent> of(Application application, FunctionDefinition function) {
    return all(application, function).findFirst();
  }

  /** One of each source, and of a route with parameters one of each request that is known. */
  static Stream<ImpliedEvent> all(Application application, FunctionDefinition function) {
    return all(application, function, function.code());
  }

  /**
   * The same.
   *
   * @param code of the function, which tells routes where it is built
   */
  public static Stream<ImpliedEvent> all(
      Application application, FunctionDefinition function, CodeSource code) {
    KnownRequests known =
        new KnownRequests(
            application.root(),
            code,
            Stream.concat(
                    EventFolder.ofFunction(application, function).stream(),
                    KeptEvent.folders(application, function).stream())
                .distinct()
                .toList(),
            EventFolder.ofOthers(application, function));
    Map<String, String> query = ReadParameters.of(code, function.handler());
    Stream<ImpliedEvent> url = function.hasUrl() ? ofUrl(known) : Stream.empty();
    Stream<ImpliedEvent> sources =
        application.sources().stream()
            .filter(source -> source.target().function().equals(function.name()))
            .flatMap(source -> of(source, application).stream());
    Stream<ImpliedEvent> topics =
        application.subscriptions().stream()
            .filter(subscription -> isOf(function, subscription))
            .map(ImpliedEvent::ofTopic);
    List<ImpliedEvent> declared =
        Stream.of(ofApis(application, function, known, query), url, sources, topics)
            .flatMap(each -> each)
            .toList();
    return declared.isEmpty() ? ofHandler(function, code, query).stream() : declared.stream();
  }

  private static Optional<ImpliedEvent> ofHandler(
      FunctionDefinition function, CodeSource code, Map<String, String> query) {
    return HandlerClass.of(code, function.handler())
        .flatMap(HandlerClass::eventType)
        .flatMap(type -> type.startsWith(TYPES) ? ofAws(type, query) : ofValue(type, code));
  }

  private static Optional<ImpliedEvent> ofAws(String type, Map<String, String> query) {
    String name = type.substring(TYPES.length());
    return Optional.ofNullable(OF_TYPES.get(name))
        .map(kind -> {
          SampleEvent event = SampleEvent.of(kind);
          if (!query.isEmpty() && (kind == EventKind.API || kind == EventKind.HTTP_API)) {
            event.with("/queryStringParameters", query);
          }
          return new ImpliedEvent("a sender of " + name, event.text());
        });
  }

  private static Optional<ImpliedEvent> ofValue(String type, CodeSource code) {
    String name = type.replaceFirst("^.*[.$]", "");
    String text =
        switch (type) {
          case "java.lang.String", "java.lang.CharSequence" -> "\"hello\"";
          case "int", "long", "short", "byte", "float", "double" -> "1";
          case "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte" -> "1";
          case "java.lang.Float", "java.lang.Double", "java.math.BigDecimal" -> "1";
          case "java.math.BigInteger", "java.lang.Number" -> "1";
          case "boolean", "java.lang.Boolean" -> "true";
          case "java.util.List", "java.util.Set", "java.util.Collection" -> "[]";
          default -> type.endsWith("[]") ? "[]" : ExampleEvent.of(code, type).orElse("");
        };
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new ImpliedEvent("a client of a handler that takes " + name, text));
  }

  private static String plain(EventKind kind) {
    return SampleEvent.of(kind).text();
  }

  private static Stream<ImpliedEvent> ofUrl(KnownRequests known) {
    Stream<ImpliedEvent> told =
        known.through(ApiRoute.ANY, EVERYTHING).stream()
            .limit(MOST_OF_ROUTE)
            .map(each -> {
              Request request = Request.of(each.request().method(), EVERYTHING, each.parameters());
              SampleEvent event =
                  SampleEvent.of(EventKind.URL)
                      .with("/rawPath", request.path())
                      .with("/requestContext/http/method", request.method())
                      .with("/requestContext/http/path", request.path());
              if (request.body() != null) {
                event.with("/body", request.body());
              }
              return new ImpliedEvent(
                  "its URL"
                      + told(request.method() + " " + request.path(), each.request().origin()),
                  event.text(),
                  0,
                  request.method().equals("GET"));
            });
    return Stream.concat(
        told, Stream.of(new ImpliedEvent("its URL", plain(EventKind.URL), 0, true)));
  }

  private static Stream<ImpliedEvent> ofApis(
      Application application,
      FunctionDefinition function,
      KnownRequests known,
      Map<String, String> query) {
    return application.apis().stream()
        .flatMap(api ->
            api.routes().stream().flatMap(route -> ofRoute(api, route, function, known, query)))
        .sorted(Comparator.comparingInt(ImpliedEvent::rank));
  }

  private static Stream<ImpliedEvent> ofRoute(
      Api api,
      ApiRoute route,
      FunctionDefinition function,
      KnownRequests known,
      Map<String, String> query) {
    if (!(route.target() instanceof ApiRoute.Target.Function target)
        || !target.name().equals(function.name())) {
      return Stream.empty();
    }
    boolean second = target.format() == PayloadFormat.V2;
    String source = "the route " + route.key() + " of " + api.logicalId();
    boolean isOpen = route.path().equals(ApiRoute.OTHERWISE);
    if (!route.path().contains("{") && !isOpen) {
      boolean isRoot = route.method().equals(ApiRoute.ANY) && route.path().equals("/");
      return Stream.of(
          made(source, api, route, second, Request.of(route, query), isRoot ? RANK_OF_ROOT : 0));
    }
    String pattern = isOpen ? EVERYTHING : route.path();
    List<RecordedRequest> whole = known.recorded(route.method(), route.path(), second);
    Stream<ImpliedEvent> recorded =
        whole.stream()
            .map(each ->
                new ImpliedEvent(
                    source + told(each.method() + " " + each.path(), "" + each.file()),
                    each.text(),
                    rank(each.method(), each.path()),
                    each.method().equals("GET"),
                    true));
    Stream<ImpliedEvent> ofOthers =
        known.through(isOpen ? ApiRoute.ANY : route.method(), pattern).stream()
            .filter(each ->
                whole.stream().noneMatch(event -> event.path().equals(each.request().path())))
            .limit(MOST_OF_ROUTE)
            .map(each -> {
              Request request =
                  Request.of(
                      each.request().method().equals(ApiRoute.ANY)
                          ? route.method()
                          : each.request().method(),
                      pattern,
                      each.parameters());
              return made(
                  source + told(request.method() + " " + request.path(), each.request().origin()),
                  api,
                  route,
                  second,
                  isOpen ? request.withoutParameters() : request,
                  each.request().path().contains("{") ? RANK_OF_PARAMETER : 0);
            });
    return Stream.of(
            recorded,
            ofOthers,
            Stream.of(
                made(
                    source,
                    api,
                    route,
                    second,
                    Request.of(route, query),
                    pattern.contains("+}") ? RANK_OF_GUESS : RANK_OF_PARAMETER)))
        .flatMap(each -> each)
        .filter(distinct());
  }

  /** A request that two tell of, or that is guessed as well, is one. */
  private static Predicate<ImpliedEvent> distinct() {
    Set<String> seen = new HashSet<>();
    return event -> seen.add(event.text());
  }

  private static String told(String request, String origin) {
    return " (" + request + ORIGIN + origin + ")";
  }

  private static ImpliedEvent made(
      String source, Api api, ApiRoute route, boolean second, Request request, int more) {
    return new ImpliedEvent(
        source,
        second ? second(api, route, request) : first(api, route, request),
        rank(request.method(), request.path()) + more,
        request.method().equals("GET"));
  }

  private static int rank(String method, String path) {
    return (method.equals("GET") ? 0 : RANK_OF_WRITE)
        + (KnownRequest.isHealth(path) ? RANK_OF_HEALTH : 0);
  }

  private static String first(Api api, ApiRoute route, Request request) {
    return SampleEvent.of(EventKind.API)
        .with("/resource", route.path())
        .with("/path", request.path())
        .with("/httpMethod", request.method())
        .with("/pathParameters", request.parameters().isEmpty() ? null : request.parameters())
        .with("/queryStringParameters", request.query().isEmpty() ? null : request.query())
        .with("/multiValueQueryStringParameters", lists(request.query()))
        .with("/body", request.body())
        .with("/requestContext/resourcePath", route.path())
        .with("/requestContext/httpMethod", request.method())
        .with("/requestContext/path", "/" + api.stage() + request.path())
        .with("/requestContext/stage", api.stage())
        .with("/requestContext/apiId", api.id())
        .text();
  }

  private static @Nullable Map<String, List<String>> lists(Map<String, String> query) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    query.forEach((name, value) -> lists.put(name, List.of(value)));
    return lists.isEmpty() ? null : lists;
  }

  private static String second(Api api, ApiRoute route, Request request) {
    boolean named = !api.stage().equals(Api.DEFAULT_STAGE);
    String path = (named ? "/" + api.stage() : "") + request.path();
    SampleEvent event =
        SampleEvent.of(EventKind.HTTP_API)
            .with("/routeKey", route.key())
            .with("/rawPath", path)
            .with("/requestContext/routeKey", route.key())
            .with("/requestContext/stage", api.stage())
            .with("/requestContext/apiId", api.id())
            .with("/requestContext/http/method", request.method())
            .with("/requestContext/http/path", path);
    if (!request.parameters().isEmpty()) {
      event.with("/pathParameters", request.parameters());
    }
    if (!request.query().isEmpty()) {
      event
          .with("/queryStringParameters", request.query())
          .with(
              "/rawQueryString",
              request.query().entrySet().stream()
                  .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                  .collect(Collectors.joining("&")));
    }
    if (request.body() != null) {
      event.with("/headers/content-type", "application/json").with("/body", request.body());
    }
    return event.text();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * A request that a client may send to a route.
   *
   * @param query parameters that the handler asks for, where nobody has told of a request
   */
  private record Request(
      String method,
      String path,
      Map<String, String> parameters,
      @Nullable String body,
      Map<String, String> query) {
    /** The same of a route that names none. */
    Request withoutParameters() {
      return new Request(method, path, Map.of(), body, query);
    }

    /** One that is guessed: nobody has told of a path, or of a type. */
    static Request of(ApiRoute route, Map<String, String> query) {
      Request request = of(route.method(), route.path(), Map.of());
      return new Request(request.method, request.path, request.parameters, request.body, query);
    }

    /**
     * @param known values of parameters
     */
    static Request of(String asked, String template, Map<String, String> known) {
      String method = asked.equals(ApiRoute.ANY) ? "GET" : asked;
      Map<String, String> parameters = new LinkedHashMap<>();
      StringBuilder path = new StringBuilder();
      Matcher braces = PARAMETER.matcher(template.startsWith("/") ? template : "/");
      while (braces.find()) {
        String guess = braces.group(2).isEmpty() ? KnownRequest.VALUE : "path/to/it";
        String value = known.getOrDefault(braces.group(1), guess);
        parameters.put(braces.group(1), value);
        braces.appendReplacement(path, Matcher.quoteReplacement(value));
      }
      braces.appendTail(path);
      boolean sends = List.of("POST", "PUT", "PATCH").contains(method);
      return new Request(method, path.toString(), parameters, sends ? "{}" : null, Map.of());
    }
  }

  private static Optional<ImpliedEvent> of(EventSource source, Application application) {
    return switch (source) {
      case EventSource.Mapping mapping -> mapping(mapping.sourceArn(), application);
      case EventSource.ObjectChanges changes ->
          Optional.of(
              new ImpliedEvent(
                  "the bucket " + changes.bucket() + " (" + key(changes) + ")",
                  SampleEvent.of(EventKind.S3)
                      .with("/Records/0/s3/configurationId", changes.id())
                      .with("/Records/0/s3/bucket/name", changes.bucket())
                      .with("/Records/0/s3/bucket/arn", "arn:aws:s3:::" + changes.bucket())
                      .with("/Records/0/s3/object/key", key(changes))
                      .text()));
      case EventSource.BusRule rule ->
          Optional.of(new ImpliedEvent("the rule " + rule.rule(), ofRule(rule)));
      case EventSource.Schedule schedule ->
          Optional.of(new ImpliedEvent("the schedule " + schedule.name(), ofSchedule(schedule)));
    };
  }

  private static boolean isOf(FunctionDefinition function, TopicSubscription subscription) {
    return subscription.receiver() instanceof TopicSubscription.Receiver.Function receiver
        && receiver.target().function().equals(function.name());
  }

  private static ImpliedEvent ofTopic(TopicSubscription subscription) {
    String arn = subscription.topicArn();
    return new ImpliedEvent(
        "the topic " + arn.substring(arn.lastIndexOf(':') + 1),
        SampleEvent.of(EventKind.SNS)
            .with("/Records/0/EventSubscriptionArn", subscription.arn())
            .with("/Records/0/Sns/TopicArn", arn)
            .text());
  }

  private static String key(EventSource.ObjectChanges changes) {
    String suffix = changes.suffix().isEmpty() ? ".txt" : changes.suffix();
    return changes.prefix() + "example" + suffix;
  }

  private static Optional<ImpliedEvent> mapping(String arn, Application application) {
    String[] parts = arn.split(":", 6);
    String name = parts.length < 6 ? arn : parts[5];
    return switch (parts.length < 6 ? "" : parts[2]) {
      case "sqs" ->
          Optional.of(
              new ImpliedEvent(
                  "the queue " + name,
                  SampleEvent.of(EventKind.SQS).with("/Records/0/eventSourceARN", arn).text()));
      case "kinesis" ->
          Optional.of(
              new ImpliedEvent(
                  "the " + name.replace('/', ' '),
                  SampleEvent.of(EventKind.KINESIS).with("/Records/0/eventSourceARN", arn).text()));
      case "dynamodb" -> Optional.of(ofTable(arn, name.split("/")[1], application));
      default -> Optional.empty();
    };
  }

  private static ImpliedEvent ofTable(String arn, String name, Application application) {
    SampleEvent event = SampleEvent.of(EventKind.DYNAMODB).with("/Records/0/eventSourceARN", arn);
    Map<String, Map<String, String>> keys = new LinkedHashMap<>();
    application.tables().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .ifPresent(table -> keys.putAll(keys(table)));
    if (!keys.isEmpty()) {
      event.with("/Records/0/dynamodb/Keys", keys).with("/Records/0/dynamodb/NewImage", keys);
    }
    return new ImpliedEvent("the stream of the table " + name, event.text());
  }

  /** A value of each attribute of the key, of its type. */
  private static Map<String, Map<String, String>> keys(TableDefinition table) {
    Map<String, String> types = new LinkedHashMap<>();
    members(table, "AttributeDefinitions")
        .forEach(each -> types.put("" + each.get("AttributeName"), "" + each.get("AttributeType")));
    Map<String, Map<String, String>> keys = new LinkedHashMap<>();
    members(table, "KeySchema")
        .forEach(each -> {
          String name = "" + each.get("AttributeName");
          String type = types.getOrDefault(name, "S");
          keys.put(name, Map.of(type, type.equals("B") ? "MQ==" : "1"));
        });
    return keys;
  }

  private static List<Map<?, ?>> members(TableDefinition table, String property) {
    return table.properties().get(property) instanceof List<?> list
        ? list.stream()
            .<Map<?, ?>>map(each -> each instanceof Map<?, ?> map ? map : Map.of())
            .toList()
        : List.of();
  }

  /** One that its pattern lets pass, as far as the pattern names values. */
  private static String ofRule(EventSource.BusRule rule) {
    if (rule.input() instanceof EventSource.Input.Constant constant) {
      return constant.json() + "\n";
    }
    SampleEvent event = SampleEvent.of(EventKind.EVENTBRIDGE);
    try {
      JsonNode pattern = JSON.readTree(rule.pattern());
      for (Map.Entry<String, JsonNode> member : pattern.properties()) {
        Object value = matching(member.getValue());
        if (value != null) {
          event.with("/" + member.getKey(), value);
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a pattern that was read is not JSON: " + rule.place(), e);
    }
    return event.text();
  }

  /**
   * Returns a value that an event pattern matches; of a list it is the first that is no condition,
   * and null where there is none.
   */
  private static @Nullable Object matching(JsonNode pattern) {
    if (pattern.isObject()) {
      Map<String, Object> members = new LinkedHashMap<>();
      pattern
          .properties()
          .forEach(member -> {
            Object value = matching(member.getValue());
            if (value != null && !member.getKey().startsWith("$")) {
              members.put(member.getKey(), value);
            }
          });
      return members;
    }
    return pattern.valueStream().filter(JsonNode::isValueNode).findFirst().orElse(null);
  }

  private static String ofSchedule(EventSource.Schedule schedule) {
    return schedule.input() instanceof EventSource.Input.Constant constant
        ? constant.json() + "\n"
        : schedule.scheduler().isPresent()
            ? SampleEvent.of(EventKind.SCHEDULE)
                .with("/source", "aws.scheduler")
                .with("/detail", "{}")
                .text()
            : plain(EventKind.SCHEDULE);
  }
}
