package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.RabbitMQEvent;
import com.amazonaws.services.lambda.runtime.events.RabbitMQEvent.BasicProperties;
import com.amazonaws.services.lambda.runtime.events.RabbitMQEvent.RabbitMessage;
import java.util.List;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Shapes;
import thaw.wire.Wire;

/** Messages of a RabbitMQ broker. */
public final class RabbitMQEventShape extends Parts<RabbitMQEvent> {
  private static final Field EVENT_SOURCE = Field.of(1, "eventSource");
  private static final Field EVENT_SOURCE_ARN = Field.of(2, "eventSourceArn");
  private static final Field RMQ_MESSAGES_BY_QUEUE = Field.of(3, "rmqMessagesByQueue");
  private static final Field BASIC_PROPERTIES = Field.of(4, "basicProperties");
  private static final Field REDELIVERED = Field.of(5, "redelivered");
  private static final Field DATA = Field.of(6, "data");
  private static final Field CONTENT_TYPE = Field.of(7, "contentType");
  private static final Field CONTENT_ENCODING = Field.of(8, "contentEncoding");
  private static final Field HEADERS = Field.of(9, "headers");
  private static final Field DELIVERY_MODE = Field.of(10, "deliveryMode");
  private static final Field PRIORITY = Field.of(11, "priority");
  private static final Field CORRELATION_ID = Field.of(12, "correlationId");
  private static final Field REPLY_TO = Field.of(13, "replyTo");
  private static final Field EXPIRATION = Field.of(14, "expiration");
  private static final Field MESSAGE_ID = Field.of(15, "messageId");
  private static final Field TIMESTAMP = Field.of(16, "timestamp");
  private static final Field TYPE = Field.of(17, "type");
  private static final Field USER_ID = Field.of(18, "userId");
  private static final Field APP_ID = Field.of(19, "appId");
  private static final Field CLUSTER_ID = Field.of(20, "clusterId");
  private static final Field BODY_SIZE = Field.of(21, "bodySize");

  private static final Shape<RabbitMessage> RABBIT_MESSAGE_PART = part(new RabbitMQEventShape(1));
  private static final Shape<BasicProperties> BASIC_PROPERTIES_PART =
      part(new RabbitMQEventShape(2));
  private static final Shape<List<RabbitMessage>> RABBIT_MESSAGE_LIST =
      Shapes.list(RABBIT_MESSAGE_PART);

  /** For any thread. */
  public RabbitMQEventShape() {
    this(0);
  }

  private RabbitMQEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new RabbitMessage();
      case 2 -> new BasicProperties();
      default -> new RabbitMQEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> rabbitMessage(w, (RabbitMessage) value);
      case 2 -> basicProperties(w, (BasicProperties) value);
      default -> event(w, (RabbitMQEvent) value);
    }
  }

  private static void event(Wire w, RabbitMQEvent e) {
    e.setEventSource(w.string(EVENT_SOURCE, e.getEventSource()));
    e.setEventSourceArn(w.string(EVENT_SOURCE_ARN, e.getEventSourceArn()));
    e.setRmqMessagesByQueue(
        w.map(RMQ_MESSAGES_BY_QUEUE, e.getRmqMessagesByQueue(), RABBIT_MESSAGE_LIST));
  }

  private static void rabbitMessage(Wire w, RabbitMessage e) {
    e.setBasicProperties(w.value(BASIC_PROPERTIES, e.getBasicProperties(), BASIC_PROPERTIES_PART));
    e.setRedelivered(w.bool(REDELIVERED, e.getRedelivered()));
    e.setData(w.string(DATA, e.getData()));
  }

  private static void basicProperties(Wire w, BasicProperties e) {
    e.setContentType(w.string(CONTENT_TYPE, e.getContentType()));
    e.setContentEncoding(w.string(CONTENT_ENCODING, e.getContentEncoding()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), Values.ANY));
    e.setDeliveryMode(w.int32(DELIVERY_MODE, e.getDeliveryMode()));
    e.setPriority(w.int32(PRIORITY, e.getPriority()));
    e.setCorrelationId(w.string(CORRELATION_ID, e.getCorrelationId()));
    e.setReplyTo(w.string(REPLY_TO, e.getReplyTo()));
    e.setExpiration(int32(w, Values.looseInt64(w, EXPIRATION, e.getExpiration())));
    e.setMessageId(w.string(MESSAGE_ID, e.getMessageId()));
    e.setTimestamp(w.string(TIMESTAMP, e.getTimestamp()));
    e.setType(w.string(TYPE, e.getType()));
    e.setUserId(w.string(USER_ID, e.getUserId()));
    e.setAppId(w.string(APP_ID, e.getAppId()));
    e.setClusterId(w.string(CLUSTER_ID, e.getClusterId()));
    e.setBodySize(w.int32(BODY_SIZE, e.getBodySize()));
  }

  private static int int32(Wire w, long value) {
    if (value != (int) value) {
      throw w.error("no number of 32 bits: ".concat(Long.toString(value)));
    }
    return (int) value;
  }
}
