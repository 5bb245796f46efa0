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
import thaw.function.TopicSubscription;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;

/**
 * The features of a template that have no counterpart in a cluster, or a different one: a line for
 * each says what is meant, and what happens instead.
 */
final class Counterparts {
  private static final ResourceBundle TEXTS =
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

  /**
   * Returns a line for each feature that is missing: of functions, of event sources and of
   * resources, each of them in the template's order, and of Knative.
   */
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
    application.subscriptions().forEach(this::ofSubscription);
    template.resources().values().forEach(this::ofResource);
    if (plan.engine() == ClusterEngine.KNATIVE) {
      ofKnative();
    }
  }

  private static String of(List<String> owners) {
    List<String> named = owners.stream().filter(owner -> !owner.isEmpty()).distinct().toList();
    return named.isEmpty() ? "" : " of " + String.join(", ", named);
  }

  /**
   * @param owner for example a function; features of several are one line
   * @param values of its words and of what happens instead
   */
  private void say(String key, String owner, Object... values) {
    String words = TEXTS.containsKey(key + ".is") ? TEXTS.getString(key + ".is") : key;
    String instead = TEXTS.getString(key).formatted(values);
    found
        .computeIfAbsent(new Feature(words.formatted(values), instead), _ -> new ArrayList<>())
        .add(owner);
  }

  private void ofFunction(FunctionDefinition function) {
    String id = function.logicalId();
    TemplateResource resource = template.resources().get(id);
    if (resource != null) {
      Stream.concat(
              template.globals().members().entrySet().stream(),
              resource.properties().members().entrySet().stream())
          .map(Map.Entry::getKey)
          .filter(property -> Character.isUpperCase(property.charAt(0)))
          .filter(TEXTS::containsKey)
          .forEach(property -> say(property, id));
    }
    if (function.snapStart() && plan.snapshots().isEmpty()) {
      say("snap-start", id);
    }
    int workers = plan.scale().most();
    function.reservedConcurrency().ifPresent(most -> say("reserved", id, most, most * workers));
    if (function.isolatesTenants()) {
      say("tenants", id);
    }
  }

  private void ofSource(EventSource source) {
    String function = source.target().function();
    switch (source) {
      case EventSource.Mapping mapping -> {
        String arn = mapping.sourceArn();
        say(isDeclared(arn) ? "own-mapping" : "mapping", "", mapping.place(), function, arn);
      }
      case EventSource.ObjectChanges changes -> say("objects", "", function, changes.bucket());
      case EventSource.BusRule rule -> say("rule", "", rule.place(), rule.rule(), function);
      case EventSource.Schedule schedule -> {
        boolean kept = pod.schedules().stream().anyMatch(it -> it.name().equals(schedule.name()));
        if (!kept && schedule.enabled()) {
          String key = plan.scale().least() == 0 ? "schedule-from-zero" : "schedule";
          int workers = plan.scale().most();
          say(key, "", schedule.place(), schedule.name(), function, workers, why(schedule));
        }
      }
    }
  }

  private void ofSubscription(TopicSubscription subscription) {
    if (subscription.receiver() instanceof TopicSubscription.Receiver.Function receiver) {
      String function = receiver.target().function();
      say("topic", "", subscription.place(), function, subscription.topicArn());
    }
  }

  /** No CronJob is its clock. */
  private String why(EventSource.Schedule schedule) {
    boolean dated = schedule.scheduler().flatMap(it -> it.startDate().or(it::endDate)).isPresent();
    boolean known = CronSchedule.line(schedule.expression()).isPresent();
    boolean led = plan.port() == WorkerPlan.LAMBDA_PORT;
    String key = !led ? "served" : !known ? "expression" : dated ? "dated" : "twice";
    return TEXTS.getString("schedule." + key).formatted(schedule.expression());
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
    List<String> kinds = List.of(TEXTS.getString("stored.types").split(" "));
    boolean stored = resource.isTable() || kinds.contains(resource.type());
    if (stored) {
      say("stored", resource.logicalId(), resource.type());
    }
    if (resource.isApi() && resource.properties().member("Domain").isPresent()) {
      say("domain", "", resource.place(), resource.logicalId());
    }
  }

  private void ofKnative() {
    for (Api api : application.apis()) {
      int port = Objects.requireNonNull(pod.apiPorts().get(api.logicalId()));
      if (port != plan.port()) {
        String other = plan.port() == WorkerPlan.LAMBDA_PORT ? "the Lambda API's" : "another API's";
        say("second-port", "", api.logicalId(), other);
      }
    }
  }
}
