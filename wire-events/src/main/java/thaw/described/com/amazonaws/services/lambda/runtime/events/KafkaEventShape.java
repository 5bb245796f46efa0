package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.KafkaEvent;
import com.amazonaws.services.lambda.runtime.events.KafkaEvent.KafkaEventRecord;
import com.amazonaws.services.lambda.runtime.events.KafkaEvent.SchemaMetadata;
import java.util.List;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Shapes;
import thaw.wire.Wire;

/** Records of topics, of Amazon MSK and other Kafka. */
public final class KafkaEventShape extends Parts<KafkaEvent> {
  private static final Field RECORDS = Field.of(1, "records");
  private static final Field EVENT_SOURCE = Field.of(2, "eventSource");
  private static final Field EVENT_SOURCE_ARN = Field.of(3, "eventSourceArn");
  private static final Field BOOTSTRAP_SERVERS = Field.of(4, "bootstrapServers");
  private static final Field TOPIC = Field.of(5, "topic");
  private static final Field PARTITION = Field.of(6, "partition");
  private static final Field OFFSET = Field.of(7, "offset");
  private static final Field TIMESTAMP = Field.of(8, "timestamp");
  private static final Field TIMESTAMP_TYPE = Field.of(9, "timestampType");
  private static final Field KEY = Field.of(10, "key");
  private static final Field VALUE = Field.of(11, "value");
  private static final Field HEADERS = Field.of(12, "headers");
  private static final Field KEY_SCHEMA_METADATA = Field.of(13, "keySchemaMetadata");
  private static final Field VALUE_SCHEMA_METADATA = Field.of(14, "valueSchemaMetadata");
  private static final Field SCHEMA_ID = Field.of(15, "schemaId");
  private static final Field DATA_FORMAT = Field.of(16, "dataFormat");

  private static final Shape<KafkaEventRecord> KAFKA_EVENT_RECORD_PART =
      part(new KafkaEventShape(1));
  private static final Shape<SchemaMetadata> SCHEMA_METADATA_PART = part(new KafkaEventShape(2));
  private static final Shape<List<KafkaEventRecord>> KAFKA_EVENT_RECORD_LIST =
      Shapes.list(KAFKA_EVENT_RECORD_PART);

  /** For any thread. */
  public KafkaEventShape() {
    this(0);
  }

  private KafkaEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new KafkaEventRecord();
      case 2 -> new SchemaMetadata();
      default -> new KafkaEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> kafkaEventRecord(w, (KafkaEventRecord) value);
      case 2 -> schemaMetadata(w, (SchemaMetadata) value);
      default -> event(w, (KafkaEvent) value);
    }
  }

  private static void event(Wire w, KafkaEvent e) {
    e.setRecords(w.map(RECORDS, e.getRecords(), KAFKA_EVENT_RECORD_LIST));
    e.setEventSource(w.string(EVENT_SOURCE, e.getEventSource()));
    e.setEventSourceArn(w.string(EVENT_SOURCE_ARN, e.getEventSourceArn()));
    e.setBootstrapServers(w.string(BOOTSTRAP_SERVERS, e.getBootstrapServers()));
  }

  private static void kafkaEventRecord(Wire w, KafkaEventRecord e) {
    e.setTopic(w.string(TOPIC, e.getTopic()));
    e.setPartition(w.int32(PARTITION, e.getPartition()));
    e.setOffset(w.int64(OFFSET, e.getOffset()));
    e.setTimestamp(w.int64(TIMESTAMP, e.getTimestamp()));
    e.setTimestampType(w.string(TIMESTAMP_TYPE, e.getTimestampType()));
    e.setKey(w.string(KEY, e.getKey()));
    e.setValue(w.string(VALUE, e.getValue()));
    e.setHeaders(w.list(HEADERS, e.getHeaders(), Values.BYTES_BY_NAME));
    e.setKeySchemaMetadata(
        w.value(KEY_SCHEMA_METADATA, e.getKeySchemaMetadata(), SCHEMA_METADATA_PART));
    e.setValueSchemaMetadata(
        w.value(VALUE_SCHEMA_METADATA, e.getValueSchemaMetadata(), SCHEMA_METADATA_PART));
  }

  private static void schemaMetadata(Wire w, SchemaMetadata e) {
    e.setSchemaId(w.string(SCHEMA_ID, e.getSchemaId()));
    e.setDataFormat(w.string(DATA_FORMAT, e.getDataFormat()));
  }
}
