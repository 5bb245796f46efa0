package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.ActiveMQEvent;
import com.amazonaws.services.lambda.runtime.events.ActiveMQEvent.ActiveMQMessage;
import com.amazonaws.services.lambda.runtime.events.ActiveMQEvent.Destination;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Messages of an ActiveMQ broker. */
public final class ActiveMQEventShape extends Parts<ActiveMQEvent> {
  private static final Field EVENT_SOURCE = Field.of(1, "eventSource");
  private static final Field EVENT_SOURCE_ARN = Field.of(2, "eventSourceArn");
  private static final Field MESSAGES = Field.of(3, "messages");
  private static final Field MESSAGE_ID = Field.of(4, "messageID");
  private static final Field MESSAGE_TYPE = Field.of(5, "messageType");
  private static final Field TIMESTAMP = Field.of(6, "timestamp");
  private static final Field DELIVERY_MODE = Field.of(7, "deliveryMode");
  private static final Field CORRELATION_ID = Field.of(8, "correlationID");
  private static final Field REPLY_TO = Field.of(9, "replyTo");
  private static final Field DESTINATION = Field.of(10, "destination");
  private static final Field REDELIVERED = Field.of(11, "redelivered");
  private static final Field TYPE = Field.of(12, "type");
  private static final Field EXPIRATION = Field.of(13, "expiration");
  private static final Field PRIORITY = Field.of(14, "priority");
  private static final Field DATA = Field.of(15, "data");
  private static final Field BROKER_IN_TIME = Field.of(16, "brokerInTime");
  private static final Field BROKER_OUT_TIME = Field.of(17, "brokerOutTime");
  private static final Field PROPERTIES = Field.of(18, "properties");
  private static final Field PHYSICAL_NAME = Field.of(19, "physicalName");

  private static final Shape<ActiveMQMessage> ACTIVE_MQ_MESSAGE_PART =
      part(new ActiveMQEventShape(1));
  private static final Shape<Destination> DESTINATION_PART = part(new ActiveMQEventShape(2));

  /** For any thread. */
  public ActiveMQEventShape() {
    this(0);
  }

  private ActiveMQEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new ActiveMQMessage();
      case 2 -> new Destination();
      default -> new ActiveMQEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> activeMQMessage(w, (ActiveMQMessage) value);
      case 2 -> destination(w, (Destination) value);
      default -> event(w, (ActiveMQEvent) value);
    }
  }

  private static void event(Wire w, ActiveMQEvent e) {
    e.setEventSource(w.string(EVENT_SOURCE, e.getEventSource()));
    e.setEventSourceArn(w.string(EVENT_SOURCE_ARN, e.getEventSourceArn()));
    e.setMessages(w.list(MESSAGES, e.getMessages(), ACTIVE_MQ_MESSAGE_PART));
  }

  private static void activeMQMessage(Wire w, ActiveMQMessage e) {
    e.setMessageID(w.string(MESSAGE_ID, e.getMessageID()));
    e.setMessageType(w.string(MESSAGE_TYPE, e.getMessageType()));
    e.setTimestamp(w.int64(TIMESTAMP, e.getTimestamp()));
    e.setDeliveryMode(w.int32(DELIVERY_MODE, e.getDeliveryMode()));
    e.setCorrelationID(w.string(CORRELATION_ID, e.getCorrelationID()));
    e.setReplyTo(w.string(REPLY_TO, e.getReplyTo()));
    e.setDestination(w.value(DESTINATION, e.getDestination(), DESTINATION_PART));
    e.setRedelivered(w.bool(REDELIVERED, e.getRedelivered()));
    e.setType(w.string(TYPE, e.getType()));
    e.setExpiration(Values.looseInt64(w, EXPIRATION, e.getExpiration()));
    e.setPriority(w.int32(PRIORITY, e.getPriority()));
    e.setData(w.string(DATA, e.getData()));
    e.setBrokerInTime(w.int64(BROKER_IN_TIME, e.getBrokerInTime()));
    e.setBrokerOutTime(w.int64(BROKER_OUT_TIME, e.getBrokerOutTime()));
    e.setProperties(w.map(PROPERTIES, e.getProperties(), Values.STRING));
  }

  private static void destination(Wire w, Destination e) {
    e.setPhysicalName(w.string(PHYSICAL_NAME, e.getPhysicalName()));
  }
}
