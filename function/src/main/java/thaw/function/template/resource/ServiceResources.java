package thaw.function.template.resource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.function.EventSource;
import thaw.function.TopicSubscription;
import thaw.function.resource.Bucket;
import thaw.function.resource.DataStream;
import thaw.function.resource.Database;
import thaw.function.resource.Queue;
import thaw.function.resource.Secret;
import thaw.function.resource.StoredParameter;
import thaw.function.resource.Topic;
import thaw.function.template.ReadOptions;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * The resources of SQS, SNS, Kinesis, S3, EventBridge, Secrets Manager and the Parameter Store that
 * a template declares. Refuses to know how they are served.
 */
final class ServiceResources {
  private static final String EVENT_SOURCE_MAPPING = "AWS::Lambda::EventSourceMapping";
  static final String EVENT_BUS = "AWS::Events::EventBus";
  private static final String RULE = "AWS::Events::Rule";
  private static final Set<String> BUS_EVENTS = Set.of("EventBridgeRule", "CloudWatchEvent");

  /** The words in the policies of who puts events on a bus: SAM's policy template, or an action. */
  private static final Set<String> PUTS_EVENTS =
      Set.of("EventBridgePutEventsPolicy", "events:PutEvents", "events:*");

  /** Properties of any of them that change no answer here. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "AccessControl",
          "BucketEncryption",
          "DataProtectionPolicy",
          "DeliveryStatusLogging",
          "KmsKeyId",
          "KmsMasterKeyId",
          "LifecycleConfiguration",
          "LoggingConfiguration",
          "OwnershipControls",
          "PublicAccessBlockConfiguration",
          "ReplicaRegions",
          "ReplicationConfiguration",
          "StreamEncryption",
          "Tags");

  private static final String QUEUE_ARN = "arn:aws[a-z-]*:sqs:[^:]*:[^:]*:";

  private final Collection<TemplateResource> resources;
  private final Intrinsics intrinsics;
  private final Consumer<String> warnings;

  ServiceResources(
      Collection<TemplateResource> resources, Intrinsics intrinsics, Consumer<String> warnings) {
    this.resources = resources;
    this.intrinsics = intrinsics;
    this.warnings = warnings;
  }

  private Stream<TemplateResource> ofType(String type) {
    return resources.stream().filter(resource -> resource.type().equals(type));
  }

  private Stream<TemplateResource> functions() {
    return resources.stream().filter(TemplateResource::isFunction);
  }

  List<Bucket> buckets() {
    BucketReader reader = new BucketReader(intrinsics);
    return understood(TemplateResource.BUCKET).map(reader::read).toList();
  }

  List<Database> databases(ReadOptions options) {
    return new DatabaseReader(resources, intrinsics, options, warnings).read();
  }

  /**
   * @param databases whose secrets name them
   */
  List<Secret> secrets(List<Database> databases) {
    SecretReader reader = new SecretReader(intrinsics);
    DatabaseSecrets attached =
        new DatabaseSecrets(
            ofType(DatabaseIdentity.ATTACHMENT)
                .map(each -> new ResourceProperties(each.properties(), intrinsics, each.place()))
                .toList(),
            databases);
    return understood(TemplateResource.SECRET).map(reader::read).map(attached::with).toList();
  }

  List<StoredParameter> parameters() {
    StoredParameterReader reader = new StoredParameterReader(intrinsics);
    return understood(TemplateResource.STORED_PARAMETER).map(reader::read).toList();
  }

  /**
   * Returns the resources of a type whose values are all known. One with a value that is not known
   * here, such as an export of a deployed stack, is left out, and the others may do.
   */
  private Stream<TemplateResource> understood(String type) {
    return ofType(type)
        .filter(resource -> {
          Optional<TemplateValue.Call> unsupported =
              resource.properties().members().entrySet().stream()
                  .filter(each -> !WITHOUT_EFFECT.contains(each.getKey()))
                  .flatMap(each -> TemplateValue.unknown(each.getValue().value()).stream())
                  .findFirst();
          unsupported.ifPresent(call -> warnings.accept(call.leftOut(resource.logicalId())));
          return unsupported.isEmpty();
        });
  }

  /** The declared ones, and those that subscriptions name. */
  List<Topic> topics(List<TopicSubscription> subscriptions) {
    Map<String, Topic> byName = new LinkedHashMap<>();
    understood(TemplateResource.TOPIC)
        .map(topic -> new Topic(topic.logicalId(), topicName(topic)))
        .forEach(topic -> byName.put(topic.name(), topic));
    for (TopicSubscription subscription : subscriptions) {
      String arn = subscription.topicArn();
      String name = arn.substring(arn.lastIndexOf(':') + 1);
      byName.putIfAbsent(name, new Topic(name, name));
    }
    return List.copyOf(byName.values());
  }

  /** The declared ones, and those that mappings name. */
  List<DataStream> streams(List<EventSource> sources) {
    Map<String, DataStream> byName = new LinkedHashMap<>();
    understood(TemplateResource.DATA_STREAM)
        .map(this::stream)
        .forEach(stream -> byName.put(stream.name(), stream));
    for (EventSource source : sources) {
      if (source instanceof EventSource.Mapping mapping
          && mapping.sourceArn().startsWith("arn:aws:kinesis:")) {
        String name = mapping.sourceArn().replaceFirst("^.*/", "");
        byName.putIfAbsent(name, new DataStream(name, name, 1));
      }
    }
    return List.copyOf(byName.values());
  }

  private DataStream stream(TemplateResource resource) {
    ResourceProperties properties =
        new ResourceProperties(resource.properties(), intrinsics, resource.place());
    boolean onDemand =
        properties
            .below("StreamModeDetails")
            .flatMap(details -> details.text("StreamMode"))
            .filter("ON_DEMAND"::equals)
            .isPresent();
    return new DataStream(
        resource.logicalId(),
        properties.text("Name").orElse(resource.logicalId()),
        properties
            .wholeNumber("ShardCount", 1, 1_000, "shards")
            .orElse(onDemand ? DataStream.ON_DEMAND : 1));
  }

  private String topicName(TemplateResource topic) {
    return new ResourceProperties(topic.properties(), intrinsics, topic.place())
        .text("TopicName")
        .orElse(topic.logicalId());
  }

  /** The declared ones, and those that events and dead letters are said to come from or go to. */
  List<Queue> queues() {
    QueueReader reader = new QueueReader(intrinsics);
    Map<String, Queue> byName = new LinkedHashMap<>();
    for (TemplateResource resource : understood(TemplateResource.QUEUE).toList()) {
      Queue queue = reader.read(resource);
      Queue other = byName.putIfAbsent(queue.name(), queue);
      if (other != null) {
        throw resource
            .place()
            .mistake(
                "%s and %s are queues of the same name: %s"
                    .formatted(other.logicalId(), queue.logicalId(), queue.name()),
                "give one of them another QueueName");
      }
    }
    for (TemplateValue arn : namedQueues()) {
      if (arn instanceof TemplateValue.Text text && text.asString().matches(QUEUE_ARN + ".+")) {
        String name = text.asString().replaceFirst(QUEUE_ARN, "");
        byName.computeIfAbsent(name, ServiceResources::undeclared);
      }
    }
    return List.copyOf(byName.values());
  }

  private static Queue undeclared(String name) {
    return new Queue(name, name, name.endsWith(".fifo") ? Map.of("FifoQueue", "true") : Map.of());
  }

  private List<TemplateValue> namedQueues() {
    List<TemplateValue> named = new ArrayList<>();
    functions()
        .flatMap(ServiceResources::events)
        .filter(event -> isOfType(event, Set.of("SQS")))
        .flatMap(event -> below(event, "Properties").stream())
        .flatMap(properties -> properties.value("Queue").stream())
        .forEach(named::add);
    ofType(EVENT_SOURCE_MAPPING)
        .flatMap(mapping -> mapping.properties().value("EventSourceArn").stream())
        .forEach(named::add);
    ofType(TemplateResource.QUEUE)
        .flatMap(queue -> below(queue.properties(), "RedrivePolicy").stream())
        .flatMap(policy -> policy.value("deadLetterTargetArn").stream())
        .forEach(named::add);
    return named;
  }

  /** Returns whether somebody waits for events of a bus, or may put some on one. */
  boolean busEvents() {
    return ofType(EVENT_BUS).findAny().isPresent()
        || ofType(RULE).anyMatch(rule -> rule.properties().member("EventPattern").isPresent())
        || functions()
            .flatMap(ServiceResources::events)
            .anyMatch(event -> isOfType(event, BUS_EVENTS))
        || functions().anyMatch(function -> says(function.properties(), PUTS_EVENTS))
        || ofType("AWS::IAM::Role").anyMatch(role -> says(role.properties(), PUTS_EVENTS));
  }

  private static Stream<TemplateValue.Members> events(TemplateResource function) {
    return below(function.properties(), "Events").stream()
        .flatMap(events -> events.members().values().stream())
        .flatMap(member ->
            member.value() instanceof TemplateValue.Members event
                ? Stream.of(event)
                : Stream.empty());
  }

  private static boolean isOfType(TemplateValue.Members event, Set<String> types) {
    return event.value("Type").orElse(null) instanceof TemplateValue.Text type
        && types.contains(type.text());
  }

  private static Optional<TemplateValue.Members> below(TemplateValue.Members members, String name) {
    return members.value(name).orElse(null) instanceof TemplateValue.Members below
        ? Optional.of(below)
        : Optional.empty();
  }

  private static boolean says(TemplateValue value, Set<String> words) {
    return switch (value) {
      case TemplateValue.Text text -> words.contains(text.text());
      case TemplateValue.Items items -> items.items().stream().anyMatch(item -> says(item, words));
      case TemplateValue.Members members ->
          members.members().entrySet().stream()
              .anyMatch(
                  each -> words.contains(each.getKey()) || says(each.getValue().value(), words));
      case TemplateValue.Call call -> says(call.argument(), words);
    };
  }
}
