package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import java.util.Date;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import thaw.wire.MixIn;
import thaw.wire.Shape;
import thaw.wire.Wire;
import thaw.wire.With;

/**
 * Describes what a record of a stream has in a form of its own, in one class to load: its date, in
 * seconds since 1970 with a fraction, and its view, which is got as a text and set as a constant.
 */
@MixIn(StreamRecord.class)
@SuppressWarnings("JavaUtilDate") // events have it
final class StreamRecordMixIn extends Shape<Date> {
  static final Shape<Date> SHAPE = new StreamRecordMixIn();

  @With(StreamRecordMixIn.class)
  private @Nullable Date approximateCreationDateTime;

  private StreamRecordMixIn() {}

  static @Nullable StreamViewType getStreamViewType(StreamRecord record) {
    String view = record.getStreamViewType();
    return view == null ? null : StreamViewType.fromValue(view);
  }

  /** 0 is read as null, as Lambda's serializer does. */
  @Override
  @SuppressWarnings("NullAway") // as said
  public Date wire(Wire w, @Nullable Date value) {
    if (w.reading()) {
      double seconds = w.float64(0);
      return seconds == 0 ? null : new Date((long) (seconds * 1000.0));
    }
    w.float64(Objects.requireNonNull(value).getTime() / 1000.0);
    return value;
  }
}
