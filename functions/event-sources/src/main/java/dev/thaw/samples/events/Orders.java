package dev.thaw.samples.events;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.ArrayList;
import java.util.List;

/** Processes orders of a queue; those that cannot be processed go back to it, the others do not. */
public final class Orders implements RequestHandler<SQSEvent, SQSBatchResponse> {
  @Override
  public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
    List<BatchItemFailure> failures = new ArrayList<>();
    for (SQSEvent.SQSMessage message : event.getRecords()) {
      if (message.getBody().contains("\"broken\"")) {
        context.getLogger().log("cannot process " + message.getBody() + "\n");
        failures.add(new BatchItemFailure(message.getMessageId()));
      } else {
        context.getLogger().log("order " + message.getBody() + "\n");
      }
    }
    return new SQSBatchResponse(failures);
  }
}
