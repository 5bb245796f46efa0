package thaw.remedy.sdk;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.util.Types;

/**
 * Calls of the AWS SDK 1 that AWS's recipes leave as they are, and what is the same in the form
 * that they know: a request that is made without arguments, and named members.
 */
final class SdkV1Shorthand {
  /** Constructors with arguments; clients' methods that take a request's members. */
  private static final Map<String, Form> FORMS =
      Stream.of(
              "dynamodbv2.AmazonDynamoDB.batchGetItem Map: BatchGetItemRequest RequestItems",
              "dynamodbv2.AmazonDynamoDB.batchGetItem Map String: BatchGetItemRequest RequestItems"
                  + " ReturnConsumedCapacity",
              "dynamodbv2.AmazonDynamoDB.batchWriteItem Map: BatchWriteItemRequest RequestItems",
              "dynamodbv2.AmazonDynamoDB.deleteItem String Map: DeleteItemRequest TableName Key",
              "dynamodbv2.AmazonDynamoDB.deleteItem String Map String: DeleteItemRequest TableName"
                  + " Key ReturnValues",
              "dynamodbv2.AmazonDynamoDB.describeTable String: DescribeTableRequest TableName",
              "dynamodbv2.AmazonDynamoDB.getItem String Map: GetItemRequest TableName Key",
              "dynamodbv2.AmazonDynamoDB.getItem String Map Boolean: GetItemRequest TableName Key"
                  + " ConsistentRead",
              "dynamodbv2.AmazonDynamoDB.putItem String Map: PutItemRequest TableName Item",
              "dynamodbv2.AmazonDynamoDB.putItem String Map String: PutItemRequest TableName Item"
                  + " ReturnValues",
              "dynamodbv2.AmazonDynamoDB.scan String List: ScanRequest TableName AttributesToGet",
              "dynamodbv2.AmazonDynamoDB.scan String Map: ScanRequest TableName ScanFilter",
              "dynamodbv2.AmazonDynamoDB.scan String List Map: ScanRequest TableName"
                  + " AttributesToGet ScanFilter",
              "dynamodbv2.AmazonDynamoDB.updateItem String Map Map: UpdateItemRequest TableName Key"
                  + " AttributeUpdates",
              "dynamodbv2.AmazonDynamoDB.updateItem String Map Map String: UpdateItemRequest"
                  + " TableName Key AttributeUpdates ReturnValues",
              "dynamodbv2.model.AttributeValue String: - S",
              "dynamodbv2.model.AttributeValue List: - SS",
              "dynamodbv2.model.DeleteItemRequest String Map: - TableName Key",
              "dynamodbv2.model.DescribeTableRequest String: - TableName",
              "dynamodbv2.model.GetItemRequest String Map: - TableName Key",
              "dynamodbv2.model.GetItemRequest String Map Boolean: - TableName Key ConsistentRead",
              "dynamodbv2.model.PutItemRequest String Map: - TableName Item",
              "dynamodbv2.model.QueryRequest String: - TableName",
              "dynamodbv2.model.ScanRequest String: - TableName",
              "sqs.AmazonSQS.deleteMessage String String: DeleteMessageRequest QueueUrl"
                  + " ReceiptHandle",
              "sqs.AmazonSQS.getQueueUrl String: GetQueueUrlRequest QueueName",
              "sqs.AmazonSQS.receiveMessage String: ReceiveMessageRequest QueueUrl",
              "sqs.AmazonSQS.sendMessage String String: SendMessageRequest QueueUrl MessageBody",
              "sqs.model.DeleteMessageRequest String String: - QueueUrl ReceiptHandle",
              "sqs.model.GetQueueUrlRequest String: - QueueName",
              "sqs.model.ReceiveMessageRequest String: - QueueUrl",
              "sqs.model.SendMessageRequest String String: - QueueUrl MessageBody")
          .map(line -> line.split(": ", -1))
          .collect(Collectors.toMap(parts -> parts[0], parts -> Form.of(parts[1])));

  /**
   * The form that takes a shorthand's place.
   *
   * @param request its class, to be imported; empty for a constructor, whose class it is
   * @param members in the order of the arguments
   */
  record Form(Optional<String> request, List<String> members) {
    private static Form of(String text) {
      List<String> words = Arrays.asList(text.split(" ", -1));
      return new Form(
          Optional.of(words.getFirst()).filter(word -> !word.equals("-")),
          List.copyOf(words.subList(1, words.size())));
    }
  }

  private SdkV1Shorthand() {}

  static Optional<Form> of(ExecutableElement called, Types types) {
    String owner = SdkV1Library.owner(called).getQualifiedName().toString();
    String name = called.getSimpleName().toString();
    String parameters =
        called.getParameters().stream()
            .map(parameter -> types.erasure(parameter.asType()).toString())
            .map(type -> type.substring(type.lastIndexOf('.') + 1))
            .collect(Collectors.joining(" "));
    String place = owner.replace("com.amazonaws.services.", "");
    return Optional.ofNullable(
        FORMS.get(place + (name.equals("<init>") ? "" : "." + name) + " " + parameters));
  }
}
