package thaw.platform.record;

import java.util.LinkedHashMap;
import java.util.Map;
import thaw.store.Store;

/** Keeps documents by kind and key. */
public interface Documents {
  void put(String kind, String key, byte[] document);

  void remove(String kind, String key);

  /** Returns the documents of a kind by key. */
  Map<String, byte[]> all(String kind);

  /** Keeps documents in a store; a change is kept when its call has returned. */
  static Documents in(Store store) {
    return new Documents() {
      @Override
      public void put(String kind, String key, byte[] document) {
        store.change(transaction -> transaction.put(kind, key, document));
      }

      @Override
      public void remove(String kind, String key) {
        store.change(transaction -> transaction.remove(kind, key));
      }

      @Override
      public Map<String, byte[]> all(String kind) {
        return store.transact(transaction -> {
          Map<String, byte[]> all = new LinkedHashMap<>();
          transaction.each(
              kind,
              null,
              false,
              (key, document) -> {
                all.put(key, document);
                return true;
              });
          return all;
        });
      }
    };
  }

  /** Keeps nothing beyond the program's end. */
  static Documents forgetful() {
    return new Documents() {
      @Override
      public void put(String kind, String key, byte[] document) {}

      @Override
      public void remove(String kind, String key) {}

      @Override
      public Map<String, byte[]> all(String kind) {
        return Map.of();
      }
    };
  }
}
