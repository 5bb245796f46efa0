package thaw.training;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;

/**
 * A function that takes and returns an ordinary object, so that the training run of the runtime
 * client's class archive goes through its JSON code.
 */
public final class TrainingFunction implements RequestHandler<TrainingEvent, TrainingEvent> {
  @Override
  public TrainingEvent handleRequest(TrainingEvent event, Context context) {
    context.getLogger().log("request " + context.getAwsRequestId());
    event.setCount(event.getCount() + 1);
    return event;
  }
}
