package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CodeCommitEvent;
import com.amazonaws.services.lambda.runtime.events.CodeCommitEvent.CodeCommit;
import com.amazonaws.services.lambda.runtime.events.CodeCommitEvent.Record;
import com.amazonaws.services.lambda.runtime.events.CodeCommitEvent.Reference;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Changes of a CodeCommit repository. */
public final class CodeCommitEventShape extends Parts<CodeCommitEvent> {
  private static final Field RECORDS = Field.of(1, "Records");
  private static final Field EVENT_ID = Field.of(2, "eventId");
  private static final Field EVENT_VERSION = Field.of(3, "eventVersion");
  private static final Field EVENT_TIME = Field.of(4, "eventTime");
  private static final Field EVENT_TRIGGER_NAME = Field.of(5, "eventTriggerName");
  private static final Field EVENT_PART_NUMBER = Field.of(6, "eventPartNumber");
  private static final Field EVENT_NAME = Field.of(7, "eventName");
  private static final Field EVENT_TRIGGER_CONFIG_ID = Field.of(8, "eventTriggerConfigId");
  private static final Field EVENT_SOURCE = Field.of(9, "eventSource");
  private static final Field AWS_REGION = Field.of(10, "awsRegion");
  private static final Field CUSTOM_DATA = Field.of(11, "customData");
  private static final Field EVENT_TOTAL_PARTS = Field.of(12, "eventTotalParts");
  private static final Field CODECOMMIT = Field.of(13, "codecommit");
  private static final Field EVENT_SOURCE_ARN = Field.of(14, "eventSourceARN");
  private static final Field USER_IDENTITY_ARN = Field.of(15, "userIdentityARN");
  private static final Field REFERENCES = Field.of(16, "references");
  private static final Field COMMIT = Field.of(17, "commit");
  private static final Field REF = Field.of(18, "ref");
  private static final Field CREATED = Field.of(19, "created");

  private static final Shape<Record> RECORD_PART = part(new CodeCommitEventShape(1));
  private static final Shape<CodeCommit> CODE_COMMIT_PART = part(new CodeCommitEventShape(2));
  private static final Shape<Reference> REFERENCE_PART = part(new CodeCommitEventShape(3));

  /** For any thread. */
  public CodeCommitEventShape() {
    this(0);
  }

  private CodeCommitEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      case 2 -> new CodeCommit();
      case 3 -> new Reference();
      default -> new CodeCommitEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      case 2 -> codeCommit(w, (CodeCommit) value);
      case 3 -> reference(w, (Reference) value);
      default -> event(w, (CodeCommitEvent) value);
    }
  }

  private static void event(Wire w, CodeCommitEvent e) {
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setEventId(w.string(EVENT_ID, e.getEventId()));
    e.setEventVersion(w.string(EVENT_VERSION, e.getEventVersion()));
    e.setEventTime(w.value(EVENT_TIME, e.getEventTime(), JodaTime.SHAPE));
    e.setEventTriggerName(w.string(EVENT_TRIGGER_NAME, e.getEventTriggerName()));
    e.setEventPartNumber(w.value(EVENT_PART_NUMBER, e.getEventPartNumber(), Values.INT32));
    e.setEventName(w.string(EVENT_NAME, e.getEventName()));
    e.setEventTriggerConfigId(w.string(EVENT_TRIGGER_CONFIG_ID, e.getEventTriggerConfigId()));
    e.setEventSource(w.string(EVENT_SOURCE, e.getEventSource()));
    e.setAwsRegion(w.string(AWS_REGION, e.getAwsRegion()));
    e.setCustomData(w.string(CUSTOM_DATA, e.getCustomData()));
    e.setEventTotalParts(w.value(EVENT_TOTAL_PARTS, e.getEventTotalParts(), Values.INT32));
    e.setCodeCommit(w.value(CODECOMMIT, e.getCodeCommit(), CODE_COMMIT_PART));
    e.setEventSourceArn(w.string(EVENT_SOURCE_ARN, e.getEventSourceArn()));
    e.setUserIdentityArn(w.string(USER_IDENTITY_ARN, e.getUserIdentityArn()));
  }

  private static void codeCommit(Wire w, CodeCommit e) {
    e.setReferences(w.list(REFERENCES, e.getReferences(), REFERENCE_PART));
  }

  private static void reference(Wire w, Reference e) {
    e.setCommit(w.string(COMMIT, e.getCommit()));
    e.setRef(w.string(REF, e.getRef()));
    e.setCreated(w.value(CREATED, e.getCreated(), Values.BOOL));
  }
}
