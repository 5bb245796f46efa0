package thaw.project;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A service that sends events of one shape to functions; each has a whole event as a resource. */
public enum EventKind {
  API, // a request through a REST API
  HTTP_API, // a request through an HTTP API
  URL, // a request to a function URL
  SQS, // a message of a queue
  DYNAMODB, // a change of an item, from a table's stream
  S3, // a new object in a bucket
  EVENTBRIDGE, // an event of a bus
  SCHEDULE, // the time has come
  SNS, // a message of a topic
  KINESIS, // a record of a stream
  CLOUDWATCH_LOGS, // log lines of a subscription, compressed
  KAFKA, // a record of a topic of MSK
  ALB, // a request through a load balancer
  COGNITO; // a user pool asks before a sign-up

  /** Returns the name that users write: {@code http-api}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<EventKind> of(String id) {
    return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
  }

  public static String ids() {
    return Arrays.stream(values()).map(EventKind::id).collect(Collectors.joining(", "));
  }
}
