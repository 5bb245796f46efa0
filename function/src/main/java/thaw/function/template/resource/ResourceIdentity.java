package thaw.function.template.resource;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import thaw.function.Api;
import thaw.function.resource.DerivedId;
import thaw.function.resource.Secret;
import thaw.function.template.ReadOptions;
import thaw.function.template.TemplateResource;
import thaw.template.DeclaredResource;
import thaw.template.ResourceTypes;
import thaw.template.TemplateValue;

/**
 * The name that a resource would have when deployed, and the references that follow from it.
 *
 * @see <a href="https://docs.aws.amazon.com/service-authorization/latest/reference/">ARN formats,
 *     service by service</a>
 */
record ResourceIdentity(String type, String name, ReadOptions options) {
  /**
   * @param nameProperty the property that names the resource
   * @param arn {@code R}egion, {@code A}ccount and {@code N}ame in braces, {@code /N} for the name
   *     after one slash, {@code S} for the suffix of a secret
   */
  private record Format(String nameProperty, String arn) {}

  private static final Format LAMBDA =
      new Format("FunctionName", "arn:aws:lambda:{R}:{A}:function:{N}");
  private static final Format LAYER = new Format("LayerName", "arn:aws:lambda:{R}:{A}:layer:{N}:1");
  private static final Format TABLE = new Format("TableName", "arn:aws:dynamodb:{R}:{A}:table/{N}");
  private static final String FIRST_VERSION = "1";
  private static final Format STAGE =
      new Format("StageName", "arn:aws:apigateway:{R}::/stages/{N}");

  /** No property has the whole name: it is that of a function, with a qualifier behind. */
  private static final Format ON_FUNCTION = new Format("", "arn:aws:lambda:{R}:{A}:function:{N}");

  private static final Map<String, Format> FORMATS =
      Map.ofEntries(
          Map.entry(TemplateResource.SERVERLESS_FUNCTION, LAMBDA),
          Map.entry(TemplateResource.LAMBDA_FUNCTION, LAMBDA),
          Map.entry(TemplateResource.SERVERLESS_LAYER, LAYER),
          Map.entry(TemplateResource.LAMBDA_LAYER, LAYER),
          Map.entry(
              "AWS::Lambda::Runtime", new Format("Name", "arn:aws:lambda:{R}:{A}:runtime/{N}")),
          Map.entry(TemplateResource.SIMPLE_TABLE, TABLE),
          Map.entry(TemplateResource.DYNAMODB_TABLE, TABLE),
          Map.entry(TemplateResource.GLOBAL_TABLE, TABLE),
          Map.entry(TemplateResource.ALIAS, ON_FUNCTION),
          Map.entry(TemplateResource.VERSION, ON_FUNCTION),
          Map.entry(
              TemplateResource.STREAM_CONSUMER,
              new Format("ConsumerName", "arn:aws:kinesis:{R}:{A}:stream/{N}")),
          Map.entry("AWS::ApiGateway::Stage", STAGE),
          Map.entry("AWS::ApiGatewayV2::Stage", STAGE),
          Map.entry(TemplateResource.BUCKET, new Format("BucketName", "arn:aws:s3:::{N}")),
          Map.entry(TemplateResource.QUEUE, new Format("QueueName", "arn:aws:sqs:{R}:{A}:{N}")),
          Map.entry(TemplateResource.TOPIC, new Format("TopicName", "arn:aws:sns:{R}:{A}:{N}")),
          Map.entry(
              TemplateResource.DATA_STREAM,
              new Format("Name", "arn:aws:kinesis:{R}:{A}:stream/{N}")),
          Map.entry(
              "AWS::Events::EventBus", new Format("Name", "arn:aws:events:{R}:{A}:event-bus/{N}")),
          Map.entry("AWS::IAM::Role", new Format("RoleName", "arn:aws:iam::{A}:role/{N}")),
          Map.entry(
              TemplateResource.STORED_PARAMETER,
              new Format("Name", "arn:aws:ssm:{R}:{A}:parameter{/N}")),
          Map.entry(
              TemplateResource.SECRET,
              new Format("Name", "arn:aws:secretsmanager:{R}:{A}:secret:{N}-{S}")),
          Map.entry(
              "AWS::Serverless::StateMachine",
              new Format("Name", "arn:aws:states:{R}:{A}:stateMachine:{N}")),
          Map.entry(
              "AWS::StepFunctions::StateMachine",
              new Format("StateMachineName", "arn:aws:states:{R}:{A}:stateMachine:{N}")),
          Map.entry(
              "AWS::Logs::LogGroup",
              new Format("LogGroupName", "arn:aws:logs:{R}:{A}:log-group:{N}:*")));

  /** Services of which Thaw serves something: ids that AWS would make follow from logical ids. */
  private static final Set<String> SERVED =
      Set.of(
          "ApiGateway",
          "ApiGatewayV2",
          "DynamoDB",
          "Events",
          "IAM",
          "Kinesis",
          "Lambda",
          "Logs",
          "S3",
          "SNS",
          "SQS",
          "SSM",
          "Scheduler",
          "SecretsManager",
          "Serverless",
          "StepFunctions");

  private static final String SUFFIX = "{S}";
  private static final int LONGEST_QUEUE = 80;

  /** Longest names of what the schemas have no number for. */
  private static final Map<String, Integer> LONGEST =
      Map.of(
          TemplateResource.SERVERLESS_FUNCTION,
          64,
          TemplateResource.LAMBDA_FUNCTION,
          64,
          TemplateResource.QUEUE,
          80,
          TemplateResource.BUCKET,
          63,
          "AWS::IAM::Role",
          64);

  private static final int DIGITS = 12;
  private static final int SHORTEST = 3;

  /** Names a resource that is declared. */
  static ResourceIdentity of(DeclaredResource resource, ReadOptions options) {
    TemplateResource declared =
        new TemplateResource(
            resource.id(),
            resource.type(),
            resource.properties(),
            new TemplateValue.Members(Map.of(), resource.place()),
            resource.place());
    String name =
        nameProperty(resource.type())
            .filter(_ -> isNamedBy(resource.type()))
            .flatMap(resource::property)
            .orElseGet(() -> generated(declared, resource.text()));
    return new ResourceIdentity(resource.type(), name, options);
  }

  /** Returns whether the name has a part in what {@code Ref} gives. */
  private static boolean isNamedBy(String type) {
    return FORMATS.containsKey(type)
        ? !type.equals(TemplateResource.STREAM_CONSUMER)
        : ResourceTypes.of(type).filter(known -> known.isNamed() || known.isArn()).isPresent();
  }

  private static Optional<String> nameProperty(String type) {
    Format format = FORMATS.get(type);
    return format != null
        ? Optional.of(format.nameProperty())
        : ResourceTypes.of(type).flatMap(ResourceTypes.ResourceType::name);
  }

  private static String generated(
      TemplateResource resource, Function<TemplateValue, String> resolve) {
    return switch (resource.type()) {
      case TemplateResource.BUCKET -> generatedBucketName(resource);
      case TemplateResource.SIMPLE_TABLE,
          TemplateResource.DYNAMODB_TABLE,
          TemplateResource.GLOBAL_TABLE ->
          generatedTableName(resource);
      case TemplateResource.QUEUE -> queueName(resource, resolve);
      case TemplateResource.ALIAS ->
          functionName(resource, resolve) + ":" + property(resource, "Name", resolve);
      case TemplateResource.VERSION -> functionName(resource, resolve) + ":" + FIRST_VERSION;
      case TemplateResource.STREAM_CONSUMER -> consumerName(resource, resolve);
      default -> generatedName(resource);
    };
  }

  private static String property(
      TemplateResource resource, String name, Function<TemplateValue, String> resolve) {
    return resource.properties().value(name).map(resolve).orElse("");
  }

  /** A function may be named by its ARN. */
  private static String functionName(
      TemplateResource resource, Function<TemplateValue, String> resolve) {
    return property(resource, "FunctionName", resolve).replaceFirst("^arn:.*:function:", "");
  }

  /** The name behind {@code stream/} in a consumer's ARN: it begins with that of its stream. */
  private static String consumerName(
      TemplateResource resource, Function<TemplateValue, String> resolve) {
    String stream = property(resource, "StreamARN", resolve).replaceFirst("^arn:.*:stream/", "");
    String name = property(resource, "ConsumerName", resolve);
    return stream + "/consumer/" + (name.isEmpty() ? resource.logicalId() : name) + ":1";
  }

  /**
   * Returns the name of a resource that the template gives none: its logical id, cut as
   * CloudFormation cuts it, with letters that differ from those of others.
   */
  static String generatedName(TemplateResource resource) {
    Integer longest = LONGEST.get(resource.type());
    return cut(
        resource.logicalId(),
        longest != null
            ? longest
            : resource.logicalId().length() > 64
                ? ResourceTypes.of(resource.type())
                    .map(ResourceTypes.ResourceType::longestName)
                    .orElse(OptionalInt.empty())
                    .orElse(255)
                : 255);
  }

  private static String cut(String id, int longest) {
    return id.length() <= longest
        ? id
        : id.substring(0, longest - DIGITS - 1) + "-" + DerivedId.of("name " + id, DIGITS);
  }

  /** Capital letters are not for buckets. */
  static String generatedBucketName(TemplateResource resource) {
    return lengthened(generatedName(resource).toLowerCase(Locale.ROOT));
  }

  static String generatedTableName(TemplateResource resource) {
    return lengthened(generatedName(resource));
  }

  /** Names of one or two letters are neither for buckets nor for tables. */
  private static String lengthened(String name) {
    return name.length() < SHORTEST ? name + "-" + DerivedId.of("name " + name, DIGITS) : name;
  }

  /** CloudFormation, too, gives a FIFO queue without a name one that ends as it must. */
  static String queueName(TemplateResource resource, Function<TemplateValue, String> resolve) {
    TemplateValue.Members properties = resource.properties();
    return properties
        .value("QueueName")
        .map(resolve)
        .orElseGet(() -> {
          boolean fifo =
              properties.value("FifoQueue").map(resolve).filter("true"::equals).isPresent();
          String suffix = fifo ? ".fifo" : "";
          return cut(resource.logicalId(), LONGEST_QUEUE - suffix.length()) + suffix;
        });
  }

  /** Returns what {@code Ref} gives; empty where only AWS makes it. */
  Optional<String> ref() {
    Optional<String> special = specialRef();
    if (special.isPresent() || FORMATS.containsKey(type)) {
      return special.or(() -> Optional.of(name));
    }
    Optional<ResourceTypes.ResourceType> known = ResourceTypes.of(type);
    if (known.isEmpty()) {
      return type.startsWith("AWS::Serverless::") ? Optional.of(name) : Optional.empty();
    }
    return known.get().isArn()
        ? Optional.of(arn())
        : Optional.of(name).filter(_ -> known.get().isNamed() || isServed());
  }

  private boolean isServed() {
    String[] parts = type.split("::", -1);
    return parts.length > 1 && SERVED.contains(parts[1]);
  }

  private Optional<String> specialRef() {
    return switch (type) {
      case TemplateResource.QUEUE -> Optional.of(queueUrl());
      case TemplateResource.TOPIC,
          TemplateResource.SECRET,
          "AWS::Serverless::StateMachine",
          "AWS::StepFunctions::StateMachine",
          TemplateResource.SERVERLESS_LAYER,
          TemplateResource.LAMBDA_LAYER,
          TemplateResource.ALIAS,
          TemplateResource.VERSION,
          TemplateResource.STREAM_CONSUMER ->
          Optional.of(arn());
      case TemplateResource.SERVERLESS_API,
          TemplateResource.SERVERLESS_HTTP_API,
          TemplateResource.REST_API,
          TemplateResource.HTTP_API,
          DeclaredResource.IMPLICIT_API ->
          Optional.of(Api.idOf(name));
      default -> Optional.empty();
    };
  }

  /** Returns what {@code GetAtt} gives; empty where only AWS makes it. */
  Optional<String> attribute(String attribute) {
    return Optional.ofNullable(
        switch (attribute) {
          case "Arn", "TopicArn", "LayerVersionArn", "AliasArn", "FunctionArn", "ConsumerARN" ->
              arn();
          case "ApiId", "RestApiId" -> ref().orElse(null);
          case "Id" -> type.equals(TemplateResource.SECRET) ? arn() : null;
          case "Version" ->
              type.equals(TemplateResource.VERSION) ? FIRST_VERSION : arn() + ":" + FIRST_VERSION;
          case "StreamArn" -> arn() + "/stream/2026-01-01T00:00:00.000";
          case "QueueUrl" -> queueUrl();
          case "ApiEndpoint" ->
              "https://"
                  + ref().orElse(name)
                  + ".execute-api."
                  + options.region()
                  + ".amazonaws.com";
          case "RootResourceId" -> DerivedId.of("resource /", 10);
          case "QueueName", "TopicName", "Name" -> name;
          case "DomainName" -> name + ".s3.amazonaws.com";
          case "RegionalDomainName" -> name + ".s3." + options.region() + ".amazonaws.com";
          default -> ofType(attribute).orElse(null);
        });
  }

  /** An attribute that the name, or what {@code Ref} gives, is as well. */
  private Optional<String> ofType(String attribute) {
    Optional<ResourceTypes.ResourceType> known = ResourceTypes.of(type);
    return known.isPresent() && known.get().ref().equals(attribute)
        ? ref()
        : Optional.of(name)
            .filter(_ -> known.flatMap(ResourceTypes.ResourceType::name).isPresent())
            .filter(_ ->
                attribute.equals(nameProperty(type).orElse(""))
                    || attribute.equals(type.replaceFirst(".*::", "") + "Name"));
  }

  private String arn() {
    Format format = FORMATS.get(type);
    String pattern = format == null ? "arn:aws:" + service() + ":{R}:{A}:{N}" : format.arn();
    // Only a secret's has it: the JVM's first digest takes longer than a small template.
    String suffixed =
        pattern.contains(SUFFIX) ? pattern.replace(SUFFIX, Secret.suffix(name)) : pattern;
    return suffixed
        .replace("{R}", options.region())
        .replace("{A}", options.accountId())
        .replace("{/N}", name.startsWith("/") ? name : "/" + name)
        .replace("{N}", name);
  }

  /** The service of a type like {@code AWS::Cognito::UserPool}. */
  private String service() {
    String[] parts = type.split("::", -1);
    return parts.length > 1 ? parts[1].toLowerCase(Locale.ROOT) : "custom";
  }

  private String queueUrl() {
    return "https://sqs." + options.region() + ".amazonaws.com/" + options.accountId() + "/" + name;
  }
}
