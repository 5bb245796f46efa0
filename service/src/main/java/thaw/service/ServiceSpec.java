package thaw.service;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.function.TopicSubscription;
import thaw.function.resource.Bucket;
import thaw.function.resource.DataStream;
import thaw.function.resource.Database;
import thaw.function.resource.Queue;
import thaw.function.resource.Secret;
import thaw.function.resource.StoredParameter;
import thaw.function.resource.TableDefinition;
import thaw.function.resource.Topic;
import thaw.sandbox.jdk.Jdk;
import thaw.service.busy.Conditions;
import thaw.service.process.LocalService;
import thaw.service.redirect.Emulator;

/**
 * Tells which services are wanted. Nothing is started for what is empty, as lists are that its
 * builder was not given.
 *
 * @param events whether somebody may put events on a bus
 * @param topics of SNS
 * @param subscriptions to them
 * @param streams of Kinesis
 * @param secrets of Secrets Manager
 * @param parameters of the Parameter Store
 * @param databases that are PostgreSQL
 * @param data where databases stay; absent: they end with the services
 * @param renewed whether databases are renewed before each start
 * @param region the one whose host names lead here, for example {@code us-east-1}
 * @param account stands in the ARNs of queues
 * @param jdk runs the services; not older than the one that runs this program
 * @param cache a folder for downloaded services, kept between runs, created when absent
 * @param project whose services have the same ports and certificates in each run, as far as they
 *     are free; absent: any
 * @param readByAll whether all users of this machine may read secrets and parameters
 * @param conditions under which they answer; absent: at once, and nothing stands in front of them
 * @param emulator has AWS's other services; absent: they are AWS's own
 * @param later whether functions are restored now that were snapshot 15 minutes ago: tokens of
 *     before are that much older, and passwords that RDS manages have been rotated
 * @param lambda whether functions find Lambda here that look for it by AWS's host names
 */
@RecordBuilder
@RecordBuilder.Options(useImmutableCollections = true)
public record ServiceSpec(
    List<TableDefinition> tables,
    List<Queue> queues,
    List<Bucket> buckets,
    boolean events,
    List<Topic> topics,
    List<TopicSubscription> subscriptions,
    List<DataStream> streams,
    List<Secret> secrets,
    List<StoredParameter> parameters,
    List<Database> databases,
    Optional<Path> data,
    boolean renewed,
    String region,
    String account,
    Jdk jdk,
    Path cache,
    Optional<Path> project,
    boolean readByAll,
    Optional<Conditions> conditions,
    Optional<Emulator> emulator,
    boolean later,
    boolean lambda)
    implements ServiceSpecBuilder.With {
  public ServiceSpec {
    topics = List.copyOf(topics);
    subscriptions = List.copyOf(subscriptions);
    streams = List.copyOf(streams);
    secrets = List.copyOf(secrets);
    parameters = List.copyOf(parameters);
    databases = List.copyOf(databases);
    tables = List.copyOf(tables);
    queues = List.copyOf(queues);
    buckets = List.copyOf(buckets);
  }

  UsualPorts ports() {
    return new UsualPorts(project);
  }

  /** Returns the folder of what the project keeps from run to run. */
  Optional<Path> kept() {
    return project.map(folder ->
        cache
            .resolve("projects")
            .resolve(DigestUtils.sha256Hex(folder.toString()).substring(0, 32)));
  }

  /** Those whose host names lead here. */
  Set<LocalService> led() {
    Set<LocalService> led = wanted();
    if (lambda) {
      led.add(LocalService.LAMBDA);
    }
    return led;
  }

  /** Those that are started. */
  Set<LocalService> wanted() {
    Set<LocalService> wanted = EnumSet.noneOf(LocalService.class);
    if (!tables.isEmpty()) {
      wanted.add(LocalService.DYNAMODB);
    }
    if (!queues.isEmpty()) {
      wanted.add(LocalService.SQS);
    }
    if (!buckets.isEmpty()) {
      wanted.add(LocalService.S3);
    }
    if (events) {
      wanted.add(LocalService.EVENT_BRIDGE);
    }
    if (!topics.isEmpty()) {
      wanted.add(LocalService.SNS);
    }
    if (!streams.isEmpty()) {
      wanted.add(LocalService.KINESIS);
    }
    if (!secrets.isEmpty()) {
      wanted.add(LocalService.SECRETS_MANAGER);
    }
    if (!parameters.isEmpty()) {
      wanted.add(LocalService.SSM);
    }
    if (!wanted.isEmpty() || !databases.isEmpty()) {
      wanted.add(LocalService.STS); // no template says who asks it; clients of the others may
    }
    return wanted;
  }
}
