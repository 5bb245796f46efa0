package thaw.junit.example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import thaw.junit.FunctionInvocation;
import thaw.junit.InvocationMark;
import thaw.junit.LambdaFunction;
import thaw.junit.ThawApplication;
import thaw.junit.ThawFunction;
import thaw.junit.ThawRun;

/** Process tests: a function that a queue feeds, as the page shows it. */
@Tag("processes")
// example: queue
@ThawApplication("src/test/application/orders.yaml")
class OrdersTest {
  @Test
  void a_message_becomes_an_invocation(@ThawFunction LambdaFunction orders, ThawRun application)
      throws Exception {
    InvocationMark before = orders.mark();
    HttpRequest message = // or with the AWS SDK's client of SQS
        HttpRequest.newBuilder(application.queue("OrderQueue"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("Action=SendMessage&MessageBody=7"))
            .build();
    HttpClient.newHttpClient().send(message, HttpResponse.BodyHandlers.ofString());
    FunctionInvocation taken = before.await(Duration.ofSeconds(60));
    assertTrue(taken.log().contains("order 7"), taken.log().toString());
  }
}
// end
