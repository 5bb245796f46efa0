package thaw.source;

import java.util.ArrayList;
import java.util.List;
import thaw.function.TopicSubscription;
import thaw.service.own.TopicMessage;
import thaw.steady.AllSteps;

/**
 * Gives messages of topics to their subscribers: to functions through the queue of events, to
 * queues and web servers in the background, in order. Any thread may call.
 */
final class Topics implements AutoCloseable {
  private final List<Subscribed> all = new ArrayList<>();
  private final Surroundings surroundings;
  private final Posting posting;

  private record Subscribed(TopicSubscription subscription, TopicFilter filter) {}

  Topics(List<TopicSubscription> subscriptions, Surroundings surroundings) {
    for (TopicSubscription each : subscriptions) {
      all.add(new Subscribed(each, TopicFilter.of(each)));
    }
    this.surroundings = surroundings;
    this.posting = new Posting(surroundings);
  }

  /**
   * All subscribers have it, whatever becomes of one.
   *
   * @throws RuntimeException what the first one threw that could not have it
   */
  void accept(TopicMessage message) {
    AllSteps.run(all.stream().<Runnable>map(each -> () -> give(message, each)).toList());
  }

  private void give(TopicMessage message, Subscribed to) {
    TopicSubscription subscription = to.subscription();
    if (!subscription.topicArn().equals(message.topicArn())) {
      return;
    }
    switch (subscription.receiver()) {
      case TopicSubscription.Receiver.Function(var target) -> {
        if (to.filter().wants(message, "lambda")) {
          var record = TopicRecord.ofFunction(message, subscription);
          BusRules.give(surroundings, target, BatchPayload.of(List.of(record)));
        }
      }
      case TopicSubscription.Receiver.Queue(String arn) -> {
        if (to.filter().wants(message, "sqs")) {
          posting.toQueue(message, subscription, arn);
        }
      }
      case TopicSubscription.Receiver.Web(String url) -> {
        if (to.filter().wants(message, url.replaceFirst(":.*", ""))) {
          posting.toWeb(message, subscription, url);
        }
      }
    }
  }

  /** Ends deliveries. Messages that were not delivered yet are lost. */
  @Override
  public void close() {
    posting.close();
  }
}
