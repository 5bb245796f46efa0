package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.SNSEvent;
import com.amazonaws.services.lambda.runtime.events.SNSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SNSEvent.SNS;
import com.amazonaws.services.lambda.runtime.events.SNSEvent.SNSRecord;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A message of SNS. */
public final class SNSEventShape extends Parts<SNSEvent> {
  private static final Field RECORDS = Field.of(1, "Records");
  private static final Field EVENT_VERSION = Field.of(2, "EventVersion");
  private static final Field EVENT_SUBSCRIPTION_ARN = Field.of(3, "EventSubscriptionArn");
  private static final Field EVENT_SOURCE = Field.of(4, "EventSource");
  private static final Field SNS = Field.of(5, "Sns");
  private static final Field SIGNATURE_VERSION = Field.of(6, "SignatureVersion");
  private static final Field TIMESTAMP = Field.of(7, "Timestamp");
  private static final Field SIGNATURE = Field.of(8, "Signature");
  private static final Field SIGNING_CERT_URL = Field.of(9, "SigningCertUrl");
  private static final Field MESSAGE_ID = Field.of(10, "MessageId");
  private static final Field MESSAGE = Field.of(11, "Message");
  private static final Field MESSAGE_ATTRIBUTES = Field.of(12, "MessageAttributes");
  private static final Field TYPE = Field.of(13, "Type");
  private static final Field UNSUBSCRIBE_URL = Field.of(14, "UnsubscribeUrl");
  private static final Field TOPIC_ARN = Field.of(15, "TopicArn");
  private static final Field SUBJECT = Field.of(16, "Subject");
  private static final Field VALUE = Field.of(17, "Value");

  private static final Shape<SNSRecord> SNS_RECORD_PART = part(new SNSEventShape(1));
  private static final Shape<SNS> SNS_PART = part(new SNSEventShape(2));
  private static final Shape<MessageAttribute> MESSAGE_ATTRIBUTE_PART = part(new SNSEventShape(3));

  /** For any thread. */
  public SNSEventShape() {
    this(0);
  }

  private SNSEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new SNSRecord();
      case 2 -> new SNS();
      case 3 -> new MessageAttribute();
      default -> new SNSEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> snsRecord(w, (SNSRecord) value);
      case 2 -> sns(w, (SNS) value);
      case 3 -> messageAttribute(w, (MessageAttribute) value);
      default -> event(w, (SNSEvent) value);
    }
  }

  private static void event(Wire w, SNSEvent e) {
    e.setRecords(w.list(RECORDS, e.getRecords(), SNS_RECORD_PART));
  }

  private static void snsRecord(Wire w, SNSRecord e) {
    e.setEventVersion(w.string(EVENT_VERSION, e.getEventVersion()));
    e.setEventSubscriptionArn(w.string(EVENT_SUBSCRIPTION_ARN, e.getEventSubscriptionArn()));
    e.setEventSource(w.string(EVENT_SOURCE, e.getEventSource()));
    e.setSns(w.value(SNS, e.getSNS(), SNS_PART));
  }

  private static void sns(Wire w, SNS e) {
    e.setSignatureVersion(w.string(SIGNATURE_VERSION, e.getSignatureVersion()));
    e.setTimestamp(w.value(TIMESTAMP, e.getTimestamp(), JodaTime.SHAPE));
    e.setSignature(w.string(SIGNATURE, e.getSignature()));
    e.setSigningCertUrl(w.string(SIGNING_CERT_URL, e.getSigningCertUrl()));
    e.setMessageId(w.string(MESSAGE_ID, e.getMessageId()));
    e.setMessage(w.string(MESSAGE, e.getMessage()));
    e.setMessageAttributes(
        w.map(MESSAGE_ATTRIBUTES, e.getMessageAttributes(), MESSAGE_ATTRIBUTE_PART));
    e.setType(w.string(TYPE, e.getType()));
    e.setUnsubscribeUrl(w.string(UNSUBSCRIBE_URL, e.getUnsubscribeUrl()));
    e.setTopicArn(w.string(TOPIC_ARN, e.getTopicArn()));
    e.setSubject(w.string(SUBJECT, e.getSubject()));
  }

  private static void messageAttribute(Wire w, MessageAttribute e) {
    e.setType(w.string(TYPE, e.getType()));
    e.setValue(w.string(VALUE, e.getValue()));
  }
}
