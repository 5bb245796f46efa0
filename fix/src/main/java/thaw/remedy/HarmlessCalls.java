package thaw.remedy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.remedy.edit.PrimedClient;

/**
 * Requests that lack what the service's model requires of them. The SDK sends them, since what is
 * missing is no part of the address; the service refuses them before it looks at any resource.
 */
final class HarmlessCalls {
  private static final String SERVICES = "software.amazon.awssdk.services.";
  private static final String COLLECTIONS = "java.util.Collections";
  private static final String ATTRIBUTE = SERVICES + "dynamodb.model.AttributeValue";
  private static final String EMPTY = "request -> {}";

  /**
   * @param prefix of the clients' names
   * @param missing words for what is required of all these operations
   */
  private record Service(String prefix, String missing, Set<String> operations) {}

  private static final List<Service> KNOWN =
      List.of(
          new Service(
              SERVICES + "dynamodb.DynamoDb",
              "It names no table",
              Set.of(
                  "getItem",
                  "putItem",
                  "updateItem",
                  "deleteItem",
                  "query",
                  "scan",
                  "batchGetItem",
                  "batchWriteItem",
                  "transactGetItems",
                  "transactWriteItems")),
          new Service(
              SERVICES + "sqs.Sqs",
              "It names no queue",
              Set.of(
                  "sendMessage",
                  "sendMessageBatch",
                  "receiveMessage",
                  "deleteMessage",
                  "deleteMessageBatch",
                  "getQueueUrl",
                  "getQueueAttributes")),
          new Service(SERVICES + "sns.Sns", "It has no message", Set.of("publish", "publishBatch")),
          new Service(
              SERVICES + "kinesis.Kinesis", "It has no record", Set.of("putRecord", "putRecords")),
          new Service(SERVICES + "eventbridge.EventBridge", "It has no event", Set.of("putEvents")),
          new Service(
              SERVICES + "secretsmanager.SecretsManager",
              "It names no secret",
              Set.of("getSecretValue")),
          new Service(
              SERVICES + "ssm.Ssm",
              "It names no parameter",
              Set.of("getParameter", "getParameters", "getParametersByPath")),
          new Service(SERVICES + "sfn.Sfn", "It names no state machine", Set.of("startExecution")));

  /**
   * The members of DynamoDB's requests, by operation, that are given a value, so that values are
   * marshalled, too.
   */
  private static final Map<String, String> WITH_VALUES =
      Map.of("putItem", "item", "getItem", "key", "updateItem", "key", "deleteItem", "key");

  private HarmlessCalls() {}

  /**
   * @param missing what it lacks, as the begin of a sentence
   */
  record Harmless(PrimedClient.Call call, String missing) {}

  /**
   * @param client by its full name
   */
  static Optional<Harmless> of(String client, String operation) {
    return KNOWN.stream()
        .filter(service ->
            client.equals(service.prefix() + "Client")
                || client.equals(service.prefix() + "AsyncClient"))
        .filter(service -> service.operations().contains(operation))
        .map(service -> new Harmless(call(client, operation), service.missing()))
        .findFirst();
  }

  private static PrimedClient.Call call(String client, String operation) {
    String member = WITH_VALUES.get(operation);
    return member != null && client.startsWith(SERVICES + "dynamodb.")
        ? new PrimedClient.Call(
            operation,
            "request -> request."
                + member
                + "(%s.singletonMap(\"id\", %s.builder().s(\"\").build()))",
            List.of(COLLECTIONS, ATTRIBUTE))
        : new PrimedClient.Call(operation, EMPTY, List.of());
  }
}
