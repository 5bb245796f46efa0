package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import thaw.service.AwsJson;

class StreamRecordTest {
  private static StreamRecord record(String created) throws Exception {
    return StreamRecord.of(
        AwsJson.JSON.readTree(
            "{\"dynamodb\": {\"ApproximateCreationDateTime\": "
                + created
                + ", \"SequenceNumber\": \"1\"}}"),
        RecordStream.told("arn:aws:dynamodb:ddblocal:000000000000:table/Things/stream/2026"),
        "shardId-0",
        0,
        Instant.EPOCH);
  }

  @Test
  void the_time_of_a_change_has_a_fraction_as_on_aws() throws Exception {
    for (String given : new String[] {"1764040020", "1.76404002E9"}) {
      String text = record(given).record().toString();
      assertTrue(text.contains("\"ApproximateCreationDateTime\":1764040020.0,"), text);
      assertEquals(Instant.ofEpochSecond(1764040020), record(given).created());
    }
  }

  @Test
  void a_record_of_a_client_s_own_table_has_the_region_of_the_function() throws Exception {
    String text = record("1").record().toString();
    assertTrue(text.contains("\"awsRegion\":\"us-east-1\""), text);
    assertTrue(text.contains("arn:aws:dynamodb:us-east-1:123456789012:table/Things"), text);
  }
}
