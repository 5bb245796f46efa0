package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;
import thaw.service.process.LocalService;

/**
 * Queues in front of the broker that have no more messages in flight than AWS's: a standard queue
 * refuses to give more, a FIFO queue gives none.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html">Message
 *     quotas</a>
 */
final class InFlight implements HttpHandler {
  private static final long MOST = 120_000;
  private static final long MOST_FIFO = 20_000;
  private static final int MOST_RECEIVED = 10;

  private final Passing service;
  private final RunConditions run;
  private final long most;
  private final long mostFifo;

  /** Messages that were given since the broker was asked last: more cannot be in flight. */
  private final Map<String, AtomicLong> given = new ConcurrentHashMap<>();

  InFlight(Passing service, RunConditions run) {
    this(service, run, MOST, MOST_FIFO);
  }

  InFlight(Passing service, RunConditions run, long most, long mostFifo) {
    this.service = service;
    this.run = run;
    this.most = most;
    this.mostFifo = mostFifo;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    Call call = Call.of(LocalService.SQS, exchange);
    boolean fifo = call.resource().endsWith(".fifo");
    if (!call.operation().equals("ReceiveMessage")
        || !run.terms(call).limits()
        || !isFull(exchange, call, fifo ? mostFifo : most)) {
      service.serve(exchange, onResponse);
      return;
    }
    run.tell(call, "too many messages in flight");
    onResponse.accept(
        fifo
            ? none(call)
            : new AwsFault(403, "OverLimit", "Too many messages in flight.").answer(call));
  }

  /** Asks the broker only when there can be so many. */
  private boolean isFull(Exchange exchange, Call call, long limit) {
    AtomicLong count = given.computeIfAbsent(call.resource(), _ -> new AtomicLong());
    if (count.addAndGet(MOST_RECEIVED) <= limit) {
      return false;
    }
    JsonNode request =
        Protocol.JSON
            .createObjectNode()
            .put(
                "QueueUrl",
                "http://" + exchange.header("host").orElse("") + "/0/" + call.resource())
            .set("AttributeNames", Protocol.JSON.createArrayNode().add("All"));
    long inFlight =
        service
            .call("AmazonSQS.GetQueueAttributes", request)
            .map(answer -> answer.at("/Attributes/ApproximateNumberOfMessagesNotVisible").asLong())
            .orElse(0L);
    count.set(inFlight + MOST_RECEIVED);
    return inFlight >= limit;
  }

  private static Response none(Call call) {
    return call.protocol() == Protocol.QUERY
        ? new Response(
            200,
            Map.of("Content-Type", "text/xml"),
            "<ReceiveMessageResponse><ReceiveMessageResult/></ReceiveMessageResponse>"
                .getBytes(StandardCharsets.UTF_8))
        : new Response(
            200,
            Map.of("Content-Type", "application/x-amz-json-1.0"),
            "{}".getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Response failed(Exception reason) {
    return service.failed(reason);
  }
}
