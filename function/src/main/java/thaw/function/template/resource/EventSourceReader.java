package thaw.function.template.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import thaw.function.BucketNotification;
import thaw.function.EventSource;
import thaw.function.FunctionDefinition;
import thaw.function.TopicSubscription;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads what feeds functions with events: the events of SAM's functions, and the resources that
 * they would become. Events of API Gateway are read elsewhere.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-function-eventsource.html">
 *     EventSource</a>
 */
final class EventSourceReader {
  private static final Set<String> OF_GATEWAYS = Set.of("Api", "HttpApi");
  private static final String SUBSCRIPTION = "AWS::SNS::Subscription";

  /** CDK's custom resource, with the members that S3's own API has. */
  private static final String BUCKET_NOTIFICATIONS = "Custom::S3BucketNotifications";

  private static final Set<String> RESOURCES =
      Set.of(
          "AWS::Lambda::EventSourceMapping",
          "AWS::Events::Rule",
          "AWS::Scheduler::Schedule",
          BUCKET_NOTIFICATIONS,
          SUBSCRIPTION);

  private static final List<String> ALL_CREATED = List.of("s3:ObjectCreated:*");
  private static final List<String> ALL_EVENTS = List.of("s3:*");

  private final Intrinsics intrinsics;
  private final Consumer<String> warnings;
  private final List<EventSource> found = new ArrayList<>();
  private final List<BucketNotification> notifications = new ArrayList<>();
  private final SubscriptionReader subscriptions;

  EventSourceReader(Intrinsics intrinsics, Consumer<String> warnings) {
    this.intrinsics = intrinsics;
    this.warnings = warnings;
    this.subscriptions = new SubscriptionReader(warnings);
  }

  /** Those of topics. */
  List<TopicSubscription> subscriptions() {
    return subscriptions.found();
  }

  /** Returns the event sources in the order in which they were read. */
  List<EventSource> found() {
    return List.copyOf(found);
  }

  /** Those of buckets to others than functions. */
  List<BucketNotification> notifications() {
    return List.copyOf(notifications);
  }

  /** Returns whether resources of a type, which is no function's, feed functions. */
  static boolean isSource(String type) {
    return RESOURCES.contains(type);
  }

  // ---- events of SAM's functions ----

  void readEvents(TemplateResource resource, FunctionDefinition function) {
    EventSource.Target target =
        new EventSource.Target(function.name(), function.autoPublishAlias().orElse(""));
    properties(resource)
        .below("Events")
        .ifPresent(events ->
            events
                .members()
                .members()
                .keySet()
                .forEach(id ->
                    events
                        .below(id)
                        .filter(event -> isUnderstood(id, event))
                        .ifPresent(event -> readEvent(target, id, event))));
  }

  /**
   * Tells whether all values are known here. What deployed stacks export, for example, is not; then
   * the source is left out and the function itself may run.
   */
  private boolean isUnderstood(String id, ResourceProperties properties) {
    return Intrinsics.isKnown(properties.members(), id, warnings);
  }

  private ResourceProperties properties(TemplateResource resource) {
    return new ResourceProperties(resource.properties(), intrinsics, resource.place());
  }

  private void readEvent(EventSource.Target target, String id, ResourceProperties event) {
    String type =
        event
            .text("Type")
            .orElseThrow(() ->
                event
                    .owner()
                    .mistake(id + " has no Type", "add Type: SQS, Api or another of SAM's events"));
    ResourceProperties properties = event.belowOrEmpty("Properties");
    String name = target.function() + id; // as SAM names the resource
    switch (type) {
      case "SQS" -> found.add(MappingReader.read(target, id, "Queue", properties));
      case "DynamoDB", "Kinesis" -> found.add(MappingReader.read(target, id, "Stream", properties));
      case "S3" -> found.add(objectChanges(target, id, properties));
      case "SNS" -> subscriptions.readEvent(target, name, properties);
      case "Schedule" ->
          found.add(BusReader.schedule(target, name, "Schedule", properties, properties));
      case "ScheduleV2" -> found.add(BusReader.scheduler(target, name, properties, properties));
      case "EventBridgeRule", "CloudWatchEvent" ->
          found.add(
              BusReader.rule(
                  target,
                  properties.text("RuleName").orElse(name),
                  "Pattern",
                  properties,
                  properties));
      default -> {
        if (!OF_GATEWAYS.contains(type)) {
          warnings.accept(
              "%s: the event %s of %s (%s) is not provided locally"
                  .formatted(event.owner(), id, target.function(), type));
        }
      }
    }
  }

  private static EventSource.ObjectChanges objectChanges(
      EventSource.Target target, String id, ResourceProperties properties) {
    String bucket =
        properties
            .text("Bucket")
            .orElseThrow(
                () -> properties.owner().mistake(id + " has no Bucket", "add Bucket: !Ref BUCKET"));
    List<String> events =
        properties
            .texts("Events")
            .orElseThrow(() ->
                properties
                    .owner()
                    .mistake(id + " has no Events", "add Events: s3:ObjectCreated:*"));
    return objectChanges(target, id, bucket, events, properties);
  }

  /**
   * @param filtered may have a member Filter
   */
  private static EventSource.ObjectChanges objectChanges(
      EventSource.Target target,
      String id,
      String bucket,
      List<String> events,
      ResourceProperties filtered) {
    Keys keys = keys(filtered);
    return new EventSource.ObjectChanges(target, id, bucket, events, keys.prefix(), keys.suffix());
  }

  /** The names of objects that are meant. */
  private record Keys(String prefix, String suffix) {}

  private static Keys keys(ResourceProperties filtered) {
    String prefix = "";
    String suffix = "";
    for (ResourceProperties rule : keyRules(filtered)) {
      String value = rule.text("Value").orElse("");
      switch (rule.text("Name").orElse("").toLowerCase(Locale.ROOT)) {
        case "prefix" -> prefix = value;
        case "suffix" -> suffix = value;
        default ->
            throw rule.mistake(
                "Name", "Name must be prefix or suffix", "write Name: prefix, or Name: suffix");
      }
    }
    return new Keys(prefix, suffix);
  }

  private static List<ResourceProperties> keyRules(ResourceProperties filtered) {
    return filtered
        .below("Filter")
        .flatMap(filter -> filter.below("S3Key").or(() -> filter.below("Key")))
        .map(key -> items(key, key.members().member("Rules").isPresent() ? "Rules" : "FilterRules"))
        .orElse(List.of());
  }

  /** The mappings in a list. */
  private static List<ResourceProperties> items(ResourceProperties properties, String name) {
    if (!(properties.members().value(name).orElse(null) instanceof TemplateValue.Items items)) {
      return List.of();
    }
    List<ResourceProperties> all = new ArrayList<>();
    for (TemplateValue item : items.items()) {
      if (item instanceof TemplateValue.Members members) {
        all.add(new ResourceProperties(members, properties.intrinsics(), members.place()));
      }
    }
    return all;
  }

  // ---- resources ----

  void readResource(TemplateResource resource) {
    ResourceProperties properties = properties(resource);
    if (!isUnderstood(resource.logicalId(), properties)) {
      return;
    }
    switch (resource.type()) {
      case "AWS::Lambda::EventSourceMapping" -> readMapping(resource, properties);
      case SUBSCRIPTION -> subscriptions.readResource(resource.logicalId(), properties);
      case BUCKET_NOTIFICATIONS ->
          properties
              .below("NotificationConfiguration")
              .ifPresent(configuration ->
                  readNotifications(
                      resource, properties.text("BucketName").orElse(""), configuration));
      case "AWS::Events::Rule" ->
          items(properties, "Targets").forEach(target -> readTarget(resource, properties, target));
      default ->
          properties
              .below("Target")
              .ifPresent(target ->
                  target(target, "Arn")
                      .ifPresent(function ->
                          found.add(
                              BusReader.scheduler(
                                  function, resource.logicalId(), properties, target))));
    }
  }

  private void readMapping(TemplateResource resource, ResourceProperties properties) {
    EventSource.Target target =
        properties
            .text("FunctionName")
            .map(EventSourceReader::named)
            .orElseThrow(() ->
                resource
                    .place()
                    .mistake(
                        resource.logicalId() + " has no FunctionName",
                        "add FunctionName: !Ref FUNCTION"));
    if (properties.members().member("SelfManagedEventSource").isPresent()) {
      warnings.accept(
          "%s: the event source of %s is not provided locally: SelfManagedEventSource"
              .formatted(resource.place(), resource.logicalId()));
      return;
    }
    Optional<String> arn = properties.text("EventSourceArn");
    if (arn.isPresent() && !arn.get().matches("arn:aws:(sqs|dynamodb|kinesis):.*")) {
      warnings.accept(
          "%s: the event source of %s is not provided locally: %s"
              .formatted(resource.place(), resource.logicalId(), arn.get()));
      return;
    }
    found.add(MappingReader.read(target, resource.logicalId(), "EventSourceArn", properties));
  }

  private void readTarget(
      TemplateResource resource, ResourceProperties rule, ResourceProperties target) {
    Optional<EventSource.Target> function = target(target, "Arn");
    String name = rule.text("Name").orElse(resource.logicalId());
    if (function.isEmpty()) {
      warnings.accept(
          "%s: a target of %s is not a function and gets no events"
              .formatted(resource.place(), resource.logicalId()));
      return;
    }
    if (rule.members().member("EventPattern").isPresent()) {
      found.add(BusReader.rule(function.get(), name, "EventPattern", rule, target));
    }
    if (rule.members().member("ScheduleExpression").isPresent()) {
      found.add(BusReader.schedule(function.get(), name, "ScheduleExpression", rule, target));
    }
  }

  private static Optional<EventSource.Target> target(ResourceProperties properties, String name) {
    return properties
        .text(name)
        .filter(arn -> arn.contains(":lambda:"))
        .map(EventSourceReader::named);
  }

  /** Returns the target of a name or an ARN, with or without a qualifier. */
  static EventSource.Target named(String nameOrArn) {
    String[] parts = nameOrArn.split(":", -1);
    int name = nameOrArn.startsWith("arn:") ? 6 : 0;
    return new EventSource.Target(
        parts.length > name ? parts[name] : nameOrArn,
        parts.length > name + 1 ? parts[name + 1] : "");
  }

  /** Reads the subscriptions that a topic declares itself. */
  void readTopic(TemplateResource topic, String arn) {
    ResourceProperties properties = properties(topic);
    if (isUnderstood(topic.logicalId(), properties)) {
      int number = 0;
      for (ResourceProperties inline : items(properties, "Subscription")) {
        number++;
        subscriptions.readInline(topic.logicalId() + number, arn, inline);
      }
    }
  }

  /** Reads the notifications that a bucket sends. */
  void readBucket(TemplateResource bucket) {
    ResourceProperties properties = properties(bucket);
    if (!isUnderstood(bucket.logicalId(), properties)) {
      return;
    }
    String name =
        properties
            .text("BucketName")
            .orElseGet(() -> bucket.logicalId().toLowerCase(Locale.ROOT)); // as Ref gives it
    properties
        .below("NotificationConfiguration")
        .ifPresent(configuration -> readNotifications(bucket, name, configuration));
  }

  /**
   * @param configuration in CloudFormation's words, or in those of S3's API
   */
  private void readNotifications(
      TemplateResource resource, String bucket, ResourceProperties configuration) {
    for (ResourceProperties lambda : items(configuration, "LambdaConfigurations")) {
      target(lambda, "Function")
          .ifPresent(function ->
              found.add(
                  objectChanges(
                      function,
                      resource.logicalId(),
                      bucket,
                      lambda.texts("Event").orElse(ALL_CREATED),
                      lambda)));
    }
    for (ResourceProperties lambda : items(configuration, "LambdaFunctionConfigurations")) {
      target(lambda, "LambdaFunctionArn")
          .ifPresent(function ->
              found.add(
                  objectChanges(
                      function,
                      lambda.text("Id").orElse(resource.logicalId()),
                      bucket,
                      lambda.texts("Events").orElse(ALL_CREATED),
                      lambda)));
    }
    for (ResourceProperties queue : items(configuration, "QueueConfigurations")) {
      queue
          .text("Queue")
          .or(() -> queue.text("QueueArn"))
          .ifPresent(
              arn -> notify(resource, bucket, queue, new BucketNotification.Receiver.Queue(arn)));
    }
    for (ResourceProperties topic : items(configuration, "TopicConfigurations")) {
      topic
          .text("Topic")
          .or(() -> topic.text("TopicArn"))
          .ifPresent(
              arn -> notify(resource, bucket, topic, new BucketNotification.Receiver.Topic(arn)));
    }
    configuration
        .below("EventBridgeConfiguration")
        .filter(bus -> !bus.text("EventBridgeEnabled").orElse("true").equals("false"))
        .ifPresent(_ ->
            notifications.add(
                new BucketNotification(
                    resource.logicalId(),
                    bucket,
                    ALL_EVENTS,
                    "",
                    "",
                    new BucketNotification.Receiver.Bus())));
  }

  private void notify(
      TemplateResource resource,
      String bucket,
      ResourceProperties properties,
      BucketNotification.Receiver receiver) {
    Keys keys = keys(properties);
    notifications.add(
        new BucketNotification(
            properties.text("Id").orElse(resource.logicalId()),
            bucket,
            properties.texts("Event").or(() -> properties.texts("Events")).orElse(ALL_CREATED),
            keys.prefix(),
            keys.suffix(),
            receiver));
  }
}
