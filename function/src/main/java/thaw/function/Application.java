package thaw.function;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import thaw.function.packaging.CodeSource;
import thaw.function.resource.Bucket;
import thaw.function.resource.DataStream;
import thaw.function.resource.Database;
import thaw.function.resource.Queue;
import thaw.function.resource.Secret;
import thaw.function.resource.StoredParameter;
import thaw.function.resource.TableDefinition;
import thaw.function.resource.Topic;
import thaw.function.resource.ValueFiles;

/**
 * All that one template (or one bare deployment package) declares.
 *
 * @param root the folder that relative paths start from
 * @param functions in the template's order
 * @param tables DynamoDB tables, in the template's order
 * @param apis of API Gateway, implicit ones too
 * @param queues of SQS
 * @param buckets of S3
 * @param sources what feeds functions with events
 * @param notifications of buckets to others than functions
 * @param busEvents whether it has to do with events on a bus of EventBridge
 * @param topics of SNS
 * @param subscriptions to the topics
 * @param streams of Kinesis
 * @param secrets of Secrets Manager
 * @param parameters of Systems Manager's Parameter Store
 * @param databases of RDS and Aurora DSQL that are PostgreSQL
 * @param outputs of the template, in its order
 * @param definitions files with definitions of APIs that the template names
 * @param warnings one line each: what was read and is not supported
 * @param leftOut functions that cannot be run, by logical id
 */
@RecordBuilder
public record Application(
    Path root,
    List<FunctionDefinition> functions,
    List<TableDefinition> tables,
    List<Api> apis,
    List<Queue> queues,
    List<Bucket> buckets,
    List<EventSource> sources,
    List<BucketNotification> notifications,
    boolean busEvents,
    List<Topic> topics,
    List<TopicSubscription> subscriptions,
    List<DataStream> streams,
    List<Secret> secrets,
    List<StoredParameter> parameters,
    List<Database> databases,
    List<Output> outputs,
    List<Path> definitions,
    List<String> warnings,
    Map<String, LeftOutFunction> leftOut)
    implements ApplicationBuilder.With {
  /**
   * A function that cannot be run.
   *
   * @param names by which people mean it, the logical id among them
   * @param warning which says why, among the others
   * @param runtime as the template has it; empty where it has none, or no known one
   */
  public record LeftOutFunction(Set<String> names, String warning, Optional<String> runtime) {
    public LeftOutFunction {
      names = Set.copyOf(names);
    }

    /** Returns whether it is meant for a runtime of another language, which Thaw has not. */
    public boolean isOfOthers() {
      return runtime.filter(Application::isOfOthers).isPresent();
    }
  }

  private static boolean isOfOthers(String runtime) {
    return JavaRuntimes.feature(runtime) == 0
        && !CustomRuntime.isNamedBy(runtime)
        && !CustomerRuntime.isNamedBy(runtime)
        && !runtime.equals(CodeSource.Image.RUNTIME);
  }

  /** Returns the functions that are not meant for a runtime of another language. */
  public List<FunctionDefinition> ownFunctions() {
    return functions.stream().filter(function -> !isOfOthers(function.runtime())).toList();
  }

  /**
   * Returns the function that somebody means by a name: the one with that logical id, or else with
   * that function name, or else with that path of its construct. Functions may share a name.
   */
  public Optional<FunctionDefinition> named(String given) {
    return first(each -> each.logicalId().equals(given))
        .or(() -> first(each -> each.name().equals(given)))
        .or(() -> first(each -> each.isCalled(given)));
  }

  private Optional<FunctionDefinition> first(Predicate<FunctionDefinition> wanted) {
    return functions.stream().filter(wanted).findFirst();
  }

  /** Returns why the function of that name cannot be run, if it is one of those. */
  public Optional<LeftOutFunction> leftOut(String given) {
    return Optional.ofNullable(leftOut.get(given))
        .or(() ->
            leftOut.values().stream().filter(each -> each.names().contains(given)).findFirst());
  }

  /** A title by which somebody may mean another function as well is none. */
  private static List<FunctionDefinition> clearlyTitled(List<FunctionDefinition> functions) {
    return functions.stream()
        .map(each ->
            each.title().filter(title -> isShared(title, each, functions)).isPresent()
                ? each.withTitle(Optional.empty())
                : each)
        .toList();
  }

  private static boolean isShared(
      String title, FunctionDefinition own, List<FunctionDefinition> functions) {
    return functions.stream().anyMatch(each -> each != own && each.isCalled(title));
  }

  /** Functions alone. */
  public Application(Path root, List<FunctionDefinition> functions) {
    this(
        root, functions, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), false,
        List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
        List.of(), Map.of());
  }

  /** Returns the routes of all APIs that lead to a function. */
  public List<ApiRoute> routesTo(FunctionDefinition function) {
    return apis.stream()
        .flatMap(api -> api.routes().stream())
        .filter(route -> route.leadsTo(function.name()))
        .toList();
  }

  public Application {
    functions = clearlyTitled(functions);
    tables = List.copyOf(tables);
    apis = List.copyOf(apis);
    queues = List.copyOf(queues);
    buckets = List.copyOf(buckets);
    sources = List.copyOf(sources);
    notifications = List.copyOf(notifications);
    topics = List.copyOf(topics);
    subscriptions = List.copyOf(subscriptions);
    streams = List.copyOf(streams);
    secrets = List.copyOf(secrets);
    parameters = List.copyOf(parameters);
    databases = List.copyOf(databases);
    outputs = List.copyOf(outputs);
    definitions = List.copyOf(definitions);
    warnings = List.copyOf(warnings);
    leftOut = Map.copyOf(leftOut);
  }

  /** The same with values that files have; those of the template are theirs where both have one. */
  public Application with(ValueFiles files) {
    return withSecrets(files.over(secrets)).withParameters(files.overParameters(parameters));
  }
}
