package dev.thaw.samples.events;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.S3Event;

/** Notices what is put into a bucket. */
public final class Uploads implements RequestHandler<S3Event, String> {
  @Override
  public String handleRequest(S3Event event, Context context) {
    event
        .getRecords()
        .forEach(record ->
            context
                .getLogger()
                .log(
                    "upload %s of %s, %d bytes%n"
                        .formatted(
                            record.getEventName(),
                            record.getS3().getObject().getUrlDecodedKey(),
                            record.getS3().getObject().getSizeAsLong())));
    return "";
  }
}
