package thaw.wire;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes maps whose keys are not strings, and maps that must be of a certain class. The text of
 * a key is its name in the document. Values may be null where the map takes it.
 *
 * @param <M> the map's type
 * @param <K> that of its keys
 * @param <V> that of its values
 */
public abstract class MapShape<M extends Map<K, V>, K, V> extends Shape<M> {
  private final TextShape<K> keys;
  private final Shape<V> values;

  /** Makes a shape of maps with these keys and values, for subclasses. */
  protected MapShape(TextShape<K> keys, Shape<V> values) {
    this.keys = keys;
    this.values = values;
  }

  /** A new map, to be filled. */
  protected abstract M empty();

  @Override
  final boolean isRepeated() {
    return true;
  }

  /** A map that is read is a new one; a key that is there twice is an error. */
  @Override
  public final M wire(Wire w, @Nullable M map) {
    if (w.reading()) {
      M read = empty();
      w.openMap(0);
      boolean numbers = keys.isKeyNumber();
      for (String key = w.nextKey(numbers); key != null; key = w.nextKey(numbers)) {
        int before = read.size();
        K parsed = keys.parse(w, key);
        V value = w.element(null, values);
        try {
          read.put(parsed, value);
        } catch (NullPointerException e) {
          throw w.failure("no value may be null here");
        }
        if (read.size() == before && !w.lastWins()) {
          throw w.failure("the key is there twice: " + key);
        }
      }
      w.closeMap();
      return read;
    }
    M written = Objects.requireNonNull(map);
    boolean omits = w.omitsNull();
    w.openMap(omits ? Wire.present(written) : written.size());
    for (Map.Entry<K, V> entry : written.entrySet()) {
      if (!omits || entry.getValue() != null) {
        w.key(keys.text(entry.getKey()), keys.isKeyNumber());
        w.element(entry.getValue(), values);
      }
    }
    w.closeMap();
    return written;
  }
}
