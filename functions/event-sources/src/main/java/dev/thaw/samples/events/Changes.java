package dev.thaw.samples.events;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import java.util.List;

/** Follows the changes of a table, in their order, up to the first that it cannot process. */
public final class Changes implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
  @Override
  public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
    for (DynamodbEvent.DynamodbStreamRecord record : event.getRecords()) {
      String id = record.getDynamodb().getKeys().get("id").getS();
      if (id.startsWith("broken")) {
        context.getLogger().log("cannot process " + id + "\n");
        String number = record.getDynamodb().getSequenceNumber();
        return new StreamsEventResponse(List.of(new BatchItemFailure(number)));
      }
      context.getLogger().log("change " + record.getEventName() + " of " + id + "\n");
    }
    return new StreamsEventResponse(List.of());
  }
}
