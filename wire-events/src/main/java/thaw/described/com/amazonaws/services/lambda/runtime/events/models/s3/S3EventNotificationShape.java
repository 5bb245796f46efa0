package thaw.described.com.amazonaws.services.lambda.runtime.events.models.s3;

import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification;
import org.jspecify.annotations.Nullable;
import thaw.described.com.amazonaws.services.lambda.runtime.events.S3EventShape;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Notifications of a bucket, by the class that the event extends. */
public final class S3EventNotificationShape extends Shape<S3EventNotification> {
  private static final S3EventShape EVENT = new S3EventShape();

  /** Makes a shape that any thread may use. */
  public S3EventNotificationShape() {}

  @Override
  public S3EventNotification wire(Wire w, @Nullable S3EventNotification value) {
    S3Event event = EVENT.wire(w, value == null ? null : new S3Event(value.getRecords()));
    return value == null || w.reading() ? new S3EventNotification(event.getRecords()) : value;
  }
}
