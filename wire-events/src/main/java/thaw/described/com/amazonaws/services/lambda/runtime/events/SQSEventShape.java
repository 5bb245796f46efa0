package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Messages of an SQS queue. */
public final class SQSEventShape extends Parts<SQSEvent> {
  private static final Field RECORDS = Field.of(1, "Records");
  private static final Field MESSAGE_ID = Field.of(2, "messageId");
  private static final Field RECEIPT_HANDLE = Field.of(3, "receiptHandle");
  private static final Field BODY = Field.of(4, "body");
  private static final Field ATTRIBUTES = Field.of(5, "attributes");
  private static final Field MESSAGE_ATTRIBUTES = Field.of(6, "messageAttributes");
  private static final Field MD5_OF_BODY = Field.of(7, "md5OfBody");
  private static final Field EVENT_SOURCE = Field.of(8, "eventSource");
  private static final Field EVENT_SOURCE_ARN = Field.of(9, "eventSourceARN");
  private static final Field AWS_REGION = Field.of(10, "awsRegion");
  private static final Field MD5_OF_MESSAGE_ATTRIBUTES = Field.of(11, "md5OfMessageAttributes");
  private static final Field STRING_VALUE = Field.of(12, "stringValue");
  private static final Field BINARY_VALUE = Field.of(13, "binaryValue");
  private static final Field STRING_LIST_VALUES = Field.of(14, "stringListValues");
  private static final Field BINARY_LIST_VALUES = Field.of(15, "binaryListValues");
  private static final Field DATA_TYPE = Field.of(16, "dataType");

  private static final Shape<SQSMessage> SQS_MESSAGE_PART = part(new SQSEventShape(1));
  private static final Shape<MessageAttribute> MESSAGE_ATTRIBUTE_PART = part(new SQSEventShape(2));

  /** For any thread. */
  public SQSEventShape() {
    this(0);
  }

  private SQSEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new SQSMessage();
      case 2 -> new MessageAttribute();
      default -> new SQSEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> sqsMessage(w, (SQSMessage) value);
      case 2 -> messageAttribute(w, (MessageAttribute) value);
      default -> event(w, (SQSEvent) value);
    }
  }

  private static void event(Wire w, SQSEvent e) {
    e.setRecords(w.list(RECORDS, e.getRecords(), SQS_MESSAGE_PART));
  }

  private static void sqsMessage(Wire w, SQSMessage e) {
    e.setMessageId(w.string(MESSAGE_ID, e.getMessageId()));
    e.setReceiptHandle(w.string(RECEIPT_HANDLE, e.getReceiptHandle()));
    e.setBody(w.string(BODY, e.getBody()));
    e.setAttributes(w.map(ATTRIBUTES, e.getAttributes(), Values.STRING));
    e.setMessageAttributes(
        w.map(MESSAGE_ATTRIBUTES, e.getMessageAttributes(), MESSAGE_ATTRIBUTE_PART));
    e.setMd5OfBody(w.string(MD5_OF_BODY, e.getMd5OfBody()));
    e.setEventSource(w.string(EVENT_SOURCE, e.getEventSource()));
    e.setEventSourceArn(w.string(EVENT_SOURCE_ARN, e.getEventSourceArn()));
    e.setAwsRegion(w.string(AWS_REGION, e.getAwsRegion()));
    e.setMd5OfMessageAttributes(w.string(MD5_OF_MESSAGE_ATTRIBUTES, e.getMd5OfMessageAttributes()));
  }

  private static void messageAttribute(Wire w, MessageAttribute e) {
    e.setStringValue(w.string(STRING_VALUE, e.getStringValue()));
    e.setBinaryValue(w.value(BINARY_VALUE, e.getBinaryValue(), Values.BUFFER));
    e.setStringListValues(w.list(STRING_LIST_VALUES, e.getStringListValues(), Values.STRING));
    e.setBinaryListValues(w.list(BINARY_LIST_VALUES, e.getBinaryListValues(), Values.BUFFER));
    e.setDataType(w.string(DATA_TYPE, e.getDataType()));
  }
}
