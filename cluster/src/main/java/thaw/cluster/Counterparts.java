package thaw.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.EventSource;
import thaw.function.FunctionDefinition;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;

/**
 * What of a template has no counterpart in a cluster, or not the same one, one line each: what is
 * meant, and what happens instead.
 */
final class Counterparts {
  private static final ResourceBundle PROPERTIES =
      ResourceBundle.getBundle("thaw.cluster.counterparts", Locale.ROOT);

  private final WorkerPlan plan;
  private final Application application;
  private final Template template;
  private final WorkerPod pod;

  /** The resources that lose something, by the feature and what happens instead. */
  private final Map<Feature, List<String>> found = new LinkedHashMap<>();

  private record Feature(String words, String instead) {}

  private Counterparts(WorkerPlan plan, Application application, Template template, WorkerPod pod) {
    this.plan = plan;
    this.application = application;
    this.template = template;
    this.pod = pod;
  }

  /** In the template's order. */
  static List<String> missing(Application application, Template template, WorkerPod pod) {
    Counterparts counterparts = new Counterparts(pod.plan(), application, template, pod);
    counterparts.look();
    return counterparts.found.entrySet().stream()
        .map(each ->
            "%s%s: %s"
                .formatted(each.getKey().words(), of(each.getValue()), each.getKey().instead()))
        .toList();
  }

  private void look() {
    for (FunctionDefinition function : application.functions()) {
      ofFunction(function);
    }
    application.sources().forEach(this::ofSource);
    template.resources().values().forEach(this::ofResource);
    if (plan.engine() == ClusterEngine.KNATIVE) {
      ofKnative();
    }
  }

  private static String of(List<String> owners) {
    List<String> named = owners.stream().filter(owner -> !owner.isEmpty()).distinct().toList();
    return named.isEmpty() ? "" : " of " + String.join(", ", named);
  }

  private void say(String words, String instead) {
    say(words, "", instead);
  }

  /**
   * @param owner for example a function; features of several are one line
   */
  private void say(String words, String owner, String instead) {
    found.computeIfAbsent(new Feature(words, instead), _ -> new ArrayList<>()).add(owner);
  }

  private void ofFunction(FunctionDefinition function) {
    String id = function.logicalId();
    TemplateResource resource = template.resources().get(id);
    if (resource != null) {
      Stream.concat(
              template.globals().members().entrySet().stream(),
              resource.properties().members().entrySet().stream())
          .map(Map.Entry::getKey)
          .filter(PROPERTIES::containsKey)
          .forEach(property -> say(property, id, PROPERTIES.getString(property)));
    }
    if (function.snapStart() && plan.snapshots().isEmpty()) {
      say(
          "SnapStart",
          id,
          "versions start from a class archive, as pods may take no snapshots; --snapshots IMAGE"
              + " permits them");
    }
    function
        .reservedConcurrency()
        .ifPresent(most ->
            say(
                "ReservedConcurrentExecutions",
                id,
                "each worker keeps to %d, all together run up to %d"
                    .formatted(most, most * plan.scale().most())));
    if (function.isolatesTenants()) {
      say("TenancyConfig", id, "a worker isolates tenants as it isolates functions, in one pod");
    }
  }

  private void ofSource(EventSource source) {
    String function = source.target().function();
    switch (source) {
      case EventSource.Mapping mapping when isDeclared(mapping.sourceArn()) ->
          say(
              "%s: %s is fed by %s".formatted(mapping.place(), function, mapping.sourceArn()),
              "each worker polls one of its own in the pod, and not AWS's");
      case EventSource.Mapping mapping ->
          say(
              "%s: %s is fed by %s".formatted(mapping.place(), function, mapping.sourceArn()),
              "nothing polls it in a cluster, unless AWS_ENDPOINT_URL_... of the image names a"
                  + " service there");
      case EventSource.ObjectChanges changes ->
          say(
              function + " is told of objects in the bucket " + changes.bucket(),
              "only of the bucket that each worker has in its pod");
      case EventSource.BusRule rule ->
          say(
              "%s: the rule %s of %s".formatted(rule.place(), rule.rule(), function),
              "only events of the bus that each worker has in its pod");
      case EventSource.Schedule schedule ->
          say(
              "%s: the schedule %s of %s".formatted(schedule.place(), schedule.name(), function),
              "each worker has the clock: with %d workers it is invoked %d times"
                      .formatted(plan.scale().most(), plan.scale().most())
                  + (plan.scale().least() == 0 ? ", and without workers not at all" : ""));
    }
  }

  private boolean isDeclared(String arn) {
    return Stream.of(
            application.queues().stream().map(each -> each.name()),
            application.streams().stream().map(each -> each.name()),
            application.tables().stream().map(each -> each.name()))
        .flatMap(names -> names)
        .anyMatch(name -> arn.endsWith(":" + name) || arn.contains("/" + name + "/"));
  }

  /** Services that Thaw starts beside functions: there as here, but in each pod. */
  private void ofResource(TemplateResource resource) {
    boolean stored =
        resource.isTable()
            || switch (resource.type()) {
              case TemplateResource.QUEUE,
                  TemplateResource.BUCKET,
                  TemplateResource.TOPIC,
                  TemplateResource.DATA_STREAM,
                  TemplateResource.SECRET,
                  TemplateResource.STORED_PARAMETER,
                  "AWS::Events::EventBus" ->
                  true;
              default -> false;
            };
    if (stored) {
      say(
          resource.type(),
          resource.logicalId(),
          "each worker serves one of its own, in memory, empty at each start");
    }
    if (resource.isApi() && resource.properties().member("Domain").isPresent()) {
      say(
          "%s: %s has Domain".formatted(resource.place(), resource.logicalId()),
          "an Ingress or Gateway of the cluster leads that name to the Service; add --allow-host");
    }
  }

  private void ofKnative() {
    for (Api api : application.apis()) {
      int port = Objects.requireNonNull(pod.apiPorts().get(api.logicalId()));
      if (port != plan.port()) {
        say(
            "the API " + api.logicalId(),
            "Knative leads requests to one port alone, and that is "
                + (plan.port() == WorkerPlan.LAMBDA_PORT ? "the Lambda API's" : "another API's")
                + "; --serve "
                + api.logicalId()
                + " chooses this one");
      }
    }
  }
}
