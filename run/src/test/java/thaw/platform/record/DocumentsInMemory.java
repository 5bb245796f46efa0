package thaw.platform.record;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A store for tests.
 *
 * @param kept by kind and key
 */
public record DocumentsInMemory(Map<String, Map<String, byte[]>> kept) implements Documents {
  @Override
  public void put(String kind, String key, byte[] document) {
    kept.computeIfAbsent(kind, _ -> new LinkedHashMap<>()).put(key, document);
  }

  @Override
  public void remove(String kind, String key) {
    kept.getOrDefault(kind, new LinkedHashMap<>()).remove(key);
  }

  @Override
  public Map<String, byte[]> all(String kind) {
    return kept.getOrDefault(kind, Map.of());
  }
}
