package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CognitoEvent;
import com.amazonaws.services.lambda.runtime.events.CognitoEvent.DatasetRecord;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A synchronisation of a Cognito identity pool. */
public final class CognitoEventShape extends Parts<CognitoEvent> {
  private static final Field REGION = Field.of(1, "region");
  private static final Field DATASET_RECORDS = Field.of(2, "datasetRecords");
  private static final Field IDENTITY_POOL_ID = Field.of(3, "identityPoolId");
  private static final Field IDENTITY_ID = Field.of(4, "identityId");
  private static final Field DATASET_NAME = Field.of(5, "datasetName");
  private static final Field EVENT_TYPE = Field.of(6, "eventType");
  private static final Field VERSION = Field.of(7, "version");
  private static final Field OLD_VALUE = Field.of(8, "oldValue");
  private static final Field NEW_VALUE = Field.of(9, "newValue");
  private static final Field OP = Field.of(10, "op");

  private static final Shape<DatasetRecord> DATASET_RECORD_PART = part(new CognitoEventShape(1));

  /** For any thread. */
  public CognitoEventShape() {
    this(0);
  }

  private CognitoEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new DatasetRecord();
      default -> new CognitoEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> datasetRecord(w, (DatasetRecord) value);
      default -> event(w, (CognitoEvent) value);
    }
  }

  private static void event(Wire w, CognitoEvent e) {
    e.setRegion(w.string(REGION, e.getRegion()));
    e.setDatasetRecords(w.map(DATASET_RECORDS, e.getDatasetRecords(), DATASET_RECORD_PART));
    e.setIdentityPoolId(w.string(IDENTITY_POOL_ID, e.getIdentityPoolId()));
    e.setIdentityId(w.string(IDENTITY_ID, e.getIdentityId()));
    e.setDatasetName(w.string(DATASET_NAME, e.getDatasetName()));
    e.setEventType(w.string(EVENT_TYPE, e.getEventType()));
    e.setVersion(w.value(VERSION, e.getVersion(), Values.INT32));
  }

  private static void datasetRecord(Wire w, DatasetRecord e) {
    e.setOldValue(w.string(OLD_VALUE, e.getOldValue()));
    e.setNewValue(w.string(NEW_VALUE, e.getNewValue()));
    e.setOp(w.string(OP, e.getOp()));
  }
}
