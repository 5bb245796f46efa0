package thaw.codecs;

import org.apache.fory.Fory;

/**
 * Fory for Java alone, with its types registered, with or without code that it makes as it runs.
 */
public final class ForyBean<T> implements MeasuredCodec {
  private final Fory fory;
  private final T value;
  private byte[] bytes;

  public ForyBean(Class<T> type, T value, boolean codegen) {
    fory =
        Fory.builder()
            .withXlang(false)
            .withCodegen(codegen)
            .requireClassRegistration(true)
            .suppressClassRegistrationWarnings(true)
            .build();
    fory.register(type);
    if (type == Order.class) {
      fory.register(Line.class);
    }
    this.value = value;
  }

  @Override
  public int encode() {
    bytes = fory.serialize(value);
    return bytes.length;
  }

  @Override
  public Object decode() {
    return fory.deserialize(bytes);
  }
}
