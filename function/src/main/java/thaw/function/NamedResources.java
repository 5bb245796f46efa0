package thaw.function;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import thaw.function.resource.Bucket;
import thaw.function.resource.Queue;
import thaw.function.resource.Secret;
import thaw.function.resource.StoredParameter;
import thaw.function.resource.TableDefinition;
import thaw.function.resource.Topic;

/** The names of what an application declares, for who is told that something does not exist. */
public record NamedResources(Map<Kind, List<String>> names) {
  /** Of nothing. */
  public static final NamedResources NONE = new NamedResources(Map.of());

  /** What a function names and an AWS service may not find. */
  public enum Kind {
    TABLE("DynamoDB", "table"),
    QUEUE("SQS", "queue"),
    BUCKET("S3", "bucket"),
    TOPIC("SNS", "topic"),
    SECRET("Secrets Manager", "secret"),
    PARAMETER("Systems Manager", "parameter");

    private final String service;
    private final String noun;

    Kind(String service, String noun) {
      this.service = service;
      this.noun = noun;
    }

    /** As AWS names it. */
    public String service() {
      return service;
    }

    public String noun() {
      return noun;
    }
  }

  public NamedResources {
    names = Map.copyOf(names);
  }

  public static NamedResources of(Application application) {
    Map<Kind, List<String>> names = new EnumMap<>(Kind.class);
    names.put(Kind.TABLE, application.tables().stream().map(TableDefinition::name).toList());
    names.put(Kind.QUEUE, application.queues().stream().map(Queue::name).toList());
    names.put(Kind.BUCKET, application.buckets().stream().map(Bucket::name).toList());
    names.put(Kind.TOPIC, application.topics().stream().map(Topic::name).toList());
    names.put(Kind.SECRET, application.secrets().stream().map(Secret::name).toList());
    names.put(
        Kind.PARAMETER, application.parameters().stream().map(StoredParameter::name).toList());
    return new NamedResources(names);
  }

  public List<String> of(Kind kind) {
    return names.getOrDefault(kind, List.of());
  }
}
