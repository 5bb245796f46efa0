package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CloudWatchLogsEvent;
import com.amazonaws.services.lambda.runtime.events.CloudWatchLogsEvent.AWSLogs;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Lines of a log group of CloudWatch. */
public final class CloudWatchLogsEventShape extends Parts<CloudWatchLogsEvent> {
  private static final Field AWSLOGS = Field.of(1, "awslogs");
  private static final Field DATA = Field.of(2, "data");

  private static final Shape<AWSLogs> AWS_LOGS_PART = part(new CloudWatchLogsEventShape(1));

  /** For any thread. */
  public CloudWatchLogsEventShape() {
    this(0);
  }

  private CloudWatchLogsEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new AWSLogs();
      default -> new CloudWatchLogsEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> awsLogs(w, (AWSLogs) value);
      default -> event(w, (CloudWatchLogsEvent) value);
    }
  }

  private static void event(Wire w, CloudWatchLogsEvent e) {
    e.setAwsLogs(w.value(AWSLOGS, e.getAwsLogs(), AWS_LOGS_PART));
  }

  private static void awsLogs(Wire w, AWSLogs e) {
    e.setData(w.string(DATA, e.getData()));
  }
}
