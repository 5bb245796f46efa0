import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/** What a function with the SDK for Java v2 does; only current ones obey endpoint variables. */
class SdkV2 {
  public static void main(String[] arguments) {
    SqsClient sqs = SqsClient.create();
    String asked = sqs.getQueueUrl(request -> request.queueName("orders")).queueUrl();
    for (String url : new String[] {arguments[0], asked}) {
      sqs.sendMessage(request -> request.queueUrl(url).messageBody("hello"));
      var message =
          sqs.receiveMessage(request -> request.queueUrl(url).waitTimeSeconds(5)).messages().get(0);
      sqs.deleteMessage(
          request -> request.queueUrl(url).receiptHandle(message.receiptHandle()));
      System.out.println("received " + message.body());
    }
    S3Client s3 = S3Client.create();
    s3.putObject(
        request -> request.bucket("photos").key("sdk v2/a+b"), RequestBody.fromString("hello"));
    s3.copyObject(
        request ->
            request
                .sourceBucket("photos")
                .sourceKey("sdk v2/a+b")
                .destinationBucket("photos")
                .destinationKey("sdk v2/copy"));
    System.out.println(
        "got "
            + s3.getObjectAsBytes(request -> request.bucket("photos").key("sdk v2/copy"))
                .asUtf8String());
    s3.deleteObject(request -> request.bucket("photos").key("sdk v2/copy"));
    EventBridgeClient.create()
        .putEvents(
            request ->
                request.entries(
                    entry -> entry.source("sdk.v2").detailType("Hello").detail("{}")));
    System.out.println("done");
  }
}
