package thaw.function.template.resource;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import thaw.function.resource.Queue;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;

/**
 * Reads a queue of a template into the attributes of SQS's CreateQueue request.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sqs-queue.html">AWS::SQS::Queue</a>
 */
final class QueueReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FIFO = ".fifo";
  private static final int LONGEST_NAME = 80;
  private static final int MOST_RECEIVES = 1_000;

  /** The range of a whole number. */
  private record Range(int smallest, int largest, String unit) {}

  private static final Map<String, Range> NUMBERS =
      Map.of(
          "DelaySeconds", new Range(0, 900, "seconds"),
          "MaximumMessageSize", new Range(1_024, 1_048_576, "bytes"),
          "MessageRetentionPeriod", new Range(60, 1_209_600, "seconds"),
          "ReceiveMessageWaitTimeSeconds", new Range(0, 20, "seconds"),
          "VisibilityTimeout", new Range(0, 43_200, "seconds"));

  private static final Set<String> OF_FIFO_QUEUES =
      Set.of("ContentBasedDeduplication", "DeduplicationScope", "FifoThroughputLimit");

  private final Intrinsics intrinsics;

  QueueReader(Intrinsics intrinsics) {
    this.intrinsics = intrinsics;
  }

  Queue read(TemplateResource resource) {
    ResourceProperties properties =
        new ResourceProperties(resource.properties(), intrinsics, resource.place());
    String name =
        ResourceIdentity.queueName(resource, value -> intrinsics.text(value, "QueueName"));
    boolean fifo = truth(properties, "FifoQueue");
    checkName(properties, name, fifo);
    Map<String, String> attributes = new LinkedHashMap<>();
    NUMBERS.forEach((attribute, range) -> {
      OptionalInt number =
          properties.wholeNumber(attribute, range.smallest(), range.largest(), range.unit());
      number.ifPresent(value -> attributes.put(attribute, Integer.toString(value)));
    });
    if (fifo) {
      attributes.put("FifoQueue", "true");
    }
    for (String attribute : OF_FIFO_QUEUES) {
      properties
          .text(attribute)
          .ifPresent(value -> {
            if (!fifo && !value.equals("false")) {
              throw properties.mistake(
                  attribute,
                  attribute + " is for FIFO queues, and " + resource.logicalId() + " is not one",
                  "add FifoQueue: true, or remove " + attribute);
            }
            if (fifo) {
              attributes.put(attribute, value);
            }
          });
    }
    properties
        .below("RedrivePolicy")
        .ifPresent(policy -> attributes.put(Queue.REDRIVE_POLICY, redrive(policy, fifo)));
    return new Queue(resource.logicalId(), name, attributes);
  }

  private static void checkName(ResourceProperties properties, String name, boolean fifo) {
    String plain = name.endsWith(FIFO) ? name.substring(0, name.length() - FIFO.length()) : name;
    if (!plain.matches("[A-Za-z0-9_-]+") || name.length() > LONGEST_NAME) {
      throw properties.mistake(
          "QueueName",
          "a queue's name has 1..80 letters, digits, hyphens and underscores: " + name,
          "choose another QueueName");
    }
    if (fifo != name.endsWith(FIFO)) {
      throw properties.mistake(
          "QueueName",
          fifo
              ? "the name of a FIFO queue must end with .fifo: " + name
              : "only the name of a FIFO queue may end with .fifo: " + name,
          fifo ? "write QueueName: " + name + FIFO : "add FifoQueue: true");
    }
  }

  private static boolean truth(ResourceProperties properties, String name) {
    return switch (properties.text(name).orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw properties.mistake(
              name, name + " must be true or false", "write " + name + ": true");
    };
  }

  private static String redrive(ResourceProperties policy, boolean fifo) {
    String target =
        policy
            .text("deadLetterTargetArn")
            .orElseThrow(() ->
                policy.mistake(
                    "deadLetterTargetArn",
                    "the RedrivePolicy names no deadLetterTargetArn",
                    "add deadLetterTargetArn: !GetAtt TheOtherQueue.Arn"));
    int receives =
        policy
            .wholeNumber("maxReceiveCount", 1, MOST_RECEIVES, "receives")
            .orElseThrow(() ->
                policy.mistake(
                    "maxReceiveCount",
                    "the RedrivePolicy names no maxReceiveCount",
                    "add for example maxReceiveCount: 3"));
    if (target.endsWith(FIFO) != fifo) {
      throw policy.mistake(
          "deadLetterTargetArn",
          "the dead-letter queue of a "
              + (fifo ? "FIFO" : "standard")
              + " queue must be one, too: "
              + target,
          "name another queue, or change FifoQueue of one of the two");
    }
    ObjectNode json = JSON.createObjectNode();
    json.put("deadLetterTargetArn", target);
    json.put("maxReceiveCount", receives);
    return json.toString();
  }
}
