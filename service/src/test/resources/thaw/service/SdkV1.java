import com.amazonaws.services.eventbridge.AmazonEventBridgeClientBuilder;
import com.amazonaws.services.eventbridge.model.PutEventsRequest;
import com.amazonaws.services.eventbridge.model.PutEventsRequestEntry;
import com.amazonaws.services.s3.AmazonS3;
import com.amazonaws.services.s3.AmazonS3ClientBuilder;
import com.amazonaws.services.sqs.AmazonSQS;
import com.amazonaws.services.sqs.AmazonSQSClientBuilder;
import com.amazonaws.services.sqs.model.ReceiveMessageRequest;

/** What a function with the SDK for Java v1 does: nobody tells its clients of any endpoint. */
class SdkV1 {
  public static void main(String[] arguments) {
    AmazonSQS sqs = AmazonSQSClientBuilder.defaultClient();
    for (String url : new String[] {arguments[0], sqs.getQueueUrl("orders").getQueueUrl()}) {
      sqs.sendMessage(url, "hello");
      ReceiveMessageRequest receive = new ReceiveMessageRequest(url).withWaitTimeSeconds(5);
      var message = sqs.receiveMessage(receive).getMessages().get(0);
      sqs.deleteMessage(url, message.getReceiptHandle());
      System.out.println("received " + message.getBody());
    }
    AmazonS3 s3 = AmazonS3ClientBuilder.defaultClient();
    s3.putObject("photos", "sdk v1/a+b", "hello");
    s3.copyObject("photos", "sdk v1/a+b", "photos", "sdk v1/copy");
    System.out.println("got " + s3.getObjectAsString("photos", "sdk v1/copy"));
    s3.deleteObject("photos", "sdk v1/copy");
    AmazonEventBridgeClientBuilder.defaultClient()
        .putEvents(
            new PutEventsRequest()
                .withEntries(
                    new PutEventsRequestEntry()
                        .withSource("sdk.v1")
                        .withDetailType("Hello")
                        .withDetail("{}")));
    System.out.println("done");
  }
}
