package thaw.platform.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The one way of the platform's records to where they are kept, as JSON documents. */
public final class Records {
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

  private final Documents documents;

  public Records(Documents documents) {
    this.documents = documents;
  }

  public void put(String kind, String key, Object record) {
    try {
      documents.put(kind, key, JSON.writeValueAsBytes(record));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that cannot be written: " + record, e);
    }
  }

  public void remove(String kind, String key) {
    documents.remove(kind, key);
  }

  public <R> List<R> all(String kind, Class<R> type) {
    List<R> records = new ArrayList<>();
    for (Map.Entry<String, byte[]> document : documents.all(kind).entrySet()) {
      try {
        records.add(JSON.readValue(document.getValue(), type));
      } catch (IOException e) {
        throw new UncheckedIOException(
            "could not read the " + kind + " " + document.getKey() + " from the data folder", e);
      }
    }
    return records;
  }
}
