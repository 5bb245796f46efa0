package thaw.app.run;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.async.Notice;
import thaw.platform.async.Pace;
import thaw.runtimeapi.TraceId;
import thaw.service.AwsMessage;
import thaw.service.AwsMessages;
import thaw.store.Store;

/** The queue of events, wired to the functions, to the store and to the services of AWS. */
final class Asynchronous implements AutoCloseable {
  private final AwsMessages messages;
  private final EventQueue queue;

  private Asynchronous(AwsMessages messages, EventQueue queue) {
    this.messages = messages;
    this.queue = queue;
  }

  /**
   * @param variables where services of AWS are found, {@code AWS_ENDPOINT_URL_SQS} and the like
   */
  static Asynchronous start(
      Store store,
      Platform platform,
      EventQueue.EventInvoker invoker,
      Pace pace,
      Map<String, String> variables,
      EventQueue.Log log,
      Consumer<Exception> problems) {
    AwsMessages messages = new AwsMessages(variables);
    EventQueue.Surroundings surroundings =
        new EventQueue.Surroundings(
            (function, qualifier) -> platform.attachments().terms(function, qualifier.orElse("")),
            invoker,
            function -> platform.catalog().find(function).isPresent(),
            (notice, body) -> messages.send(message(notice, body)),
            log,
            problems);
    return new Asynchronous(messages, EventQueue.start(store, surroundings, pace));
  }

  private static AwsMessage message(Notice notice, byte[] body) {
    Map<String, AwsMessage.Attribute> attributes =
        notice
            .deadLetter()
            .map(letter ->
                Map.of(
                    "RequestID", new AwsMessage.Attribute("String", notice.requestId()),
                    "ErrorCode", new AwsMessage.Attribute("Number", "" + letter.errorCode()),
                    "ErrorMessage", new AwsMessage.Attribute("String", letter.errorMessage())))
            .orElse(Map.of());
    return new AwsMessage(
        notice.target(),
        body,
        attributes,
        "Lambda Function Invocation Result - " + (notice.success() ? "Success" : "Failure"),
        notice.functionArn(),
        notice.requestId(),
        notice.ended(),
        notice.trace().map(header -> TraceId.of(Optional.of(header), false)),
        notice.objectKey());
  }

  EventQueue queue() {
    return queue;
  }

  @Override
  public void close() {
    queue.close();
    messages.close();
  }
}
