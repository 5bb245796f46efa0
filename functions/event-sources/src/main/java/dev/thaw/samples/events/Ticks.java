package dev.thaw.samples.events;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;

/** Has an event of EventBridge: the time, or something that has happened. */
public final class Ticks implements RequestHandler<ScheduledEvent, String> {
  @Override
  public String handleRequest(ScheduledEvent event, Context context) {
    context.getLogger().log(
        "event " + event.getDetailType() + " of " + event.getSource() + " " + event.getDetail() + "\n");
    return "";
  }
}
