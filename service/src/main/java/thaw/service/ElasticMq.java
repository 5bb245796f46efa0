package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.function.resource.Queue;
import thaw.problem.UserMistake;
import thaw.service.process.JavaService;
import thaw.service.process.ServiceProgram;

/**
 * ElasticMQ: a broker that speaks both protocols of SQS, in memory.
 *
 * @param process listens already
 */
record ElasticMq(JavaService process) {
  static ServiceProgram program(String region, String account) {
    return new ServiceProgram(
        "ElasticMQ",
        "sqs",
        LoopbackSqs.class,
        List.of(
            "-Xmx256m",
            // Its actor library uses Unsafe, which is announced to end and not forbidden yet.
            "--sun-misc-unsafe-memory-access=allow",
            // Of its clock; with the 10 ms of its own it takes 0.6 % of a CPU for nothing.
            "-Dpekko.scheduler.tick-duration=50ms",
            "-Dpekko.loglevel=WARNING"),
        List.of(region, account, new ServiceNames(region).sqsHost()),
        // 135 MiB after the start; messages stay in the heap.
        640 * ServiceProgram.MIB);
  }

  /**
   * Returns when the queues are there. A dead-letter queue must be there before it can be named, so
   * who sends its letters where is said last.
   *
   * @throws UserMistake when it refuses one
   */
  void create(List<Queue> queues, String region) {
    try (AwsJson api = AwsJson.of(process.url(), AwsJson.Protocol.SQS, region)) {
      create(api, queues);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "ElasticMQ at " + process.url() + " does not answer: " + e + "; " + process.said(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while queues were made", e);
    }
  }

  /** Makes the queues in the ElasticMQ at the address of {@code api}, whoever started it. */
  static void create(AwsJson api, List<Queue> queues) throws IOException, InterruptedException {
    Map<Queue, String> urls = new LinkedHashMap<>();
    for (Queue queue : queues) {
      Map<String, String> attributes = new LinkedHashMap<>(queue.attributes());
      attributes.remove(Queue.REDRIVE_POLICY);
      Map<String, Object> request = new LinkedHashMap<>();
      request.put("QueueName", queue.name());
      request.put("Attributes", attributes);
      urls.put(queue, call(api, queue, "CreateQueue", request));
    }
    for (Queue queue : queues) {
      String policy = queue.attributes().get(Queue.REDRIVE_POLICY);
      if (policy != null) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("QueueUrl", urls.get(queue));
        request.put("Attributes", Map.of(Queue.REDRIVE_POLICY, policy));
        call(api, queue, "SetQueueAttributes", request);
      }
    }
  }

  private static String call(
      AwsJson api, Queue queue, String operation, Map<String, Object> request)
      throws IOException, InterruptedException {
    try {
      return api.call(operation, request).path("QueueUrl").asText();
    } catch (ServiceFault e) {
      throw new UserMistake(
          "ElasticMQ refuses the queue " + queue.name() + ": " + e.getMessage(),
          "correct the properties of " + queue.logicalId() + " in the template");
    }
  }
}
