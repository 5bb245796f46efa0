package thaw.service;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import thaw.sandbox.Instance;

/** Starts the services of a specification; each stands alone, any thread may start it. */
record ServiceStart(Instance instance, ServiceSpec spec, Consumer<String> progress) {
  /** Downloads what is not in the cache; returns when it is ready for functions. */
  RunningService start(LocalService service) {
    return switch (service) {
      case DYNAMODB -> dynamoDb();
      case SQS -> sqs();
      case S3 -> throw new IllegalStateException("S3");
      case EVENT_BRIDGE -> throw new IllegalStateException("EventBridge");
    };
  }

  /** The host names by which the services are looked for. */
  Map<LocalService, List<String>> names() {
    ServiceNames names = new ServiceNames(spec.region());
    Map<LocalService, List<String>> byService = new EnumMap<>(LocalService.class);
    for (LocalService service : spec.wanted()) {
      byService.put(
          service,
          switch (service) {
            case DYNAMODB -> names.dynamoDb();
            case SQS -> names.sqs();
            case S3 -> names.s3(spec.buckets().stream().map(bucket -> bucket.name()).toList());
            case EVENT_BRIDGE -> names.eventBridge();
          });
    }
    return byService;
  }

  private RunningService dynamoDb() {
    JavaService process = process(ServiceJars.DYNAMODB, DynamoDbLocal.PROGRAM);
    return ready(
        process,
        () -> new DynamoDbLocal(process).create(spec.tables(), spec.region()),
        new RunningService(LocalService.DYNAMODB, process, process.address(0)));
  }

  private RunningService sqs() {
    JavaService process =
        process(ServiceJars.SQS, ElasticMq.program(spec.region(), spec.account()));
    return ready(
        process,
        () -> new ElasticMq(process).create(spec.queues(), spec.region()),
        new RunningService(LocalService.SQS, process, process.address(1)));
  }

  private JavaService process(ServiceJars jars, ServiceProgram program) {
    Path folder = jars.find(spec.cache(), progress);
    return JavaService.start(instance, spec.jdk(), folder, program, progress);
  }

  private static RunningService ready(
      JavaService process, Runnable preparation, RunningService running) {
    try {
      preparation.run();
      return running;
    } catch (RuntimeException e) {
      throw Closing.also(process::close, e);
    }
  }
}
