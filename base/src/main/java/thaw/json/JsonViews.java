package thaw.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import java.io.IOException;
import java.util.function.Function;

/**
 * Types that are not in JSON as they are in the program, and the view of each, often a record, that
 * is.
 */
public final class JsonViews extends SimpleModule {
  private static final long serialVersionUID = 1;

  /** Adds a type that is written and read back. */
  public <T, V> JsonViews with(
      Class<T> type, Class<V> view, Function<T, V> toView, Function<V, T> fromView) {
    addDeserializer(type, new StdDelegatingDeserializer<>(new Conversion<>(view, type, fromView)));
    return written(type, view, toView);
  }

  /** Adds a type that is only written, as nobody reads it back. */
  public <T, V> JsonViews written(Class<T> type, Class<V> view, Function<T, V> toView) {
    addSerializer(type, new StdDelegatingSerializer(type, new Conversion<>(type, view, toView)));
    return this;
  }

  /** All numbers with decimals. */
  public JsonViews rounded(Rounded places) {
    addSerializer(Double.class, places);
    addSerializer(double.class, places);
    return this;
  }

  /** A number with so many decimals at most. */
  public abstract static class Rounded extends StdSerializer<Double> {
    private static final long serialVersionUID = 1;

    private final double units;

    /**
     * @param units that one has
     */
    protected Rounded(double units) {
      super(Double.class);
      this.units = units;
    }

    @Override
    public final void serialize(Double value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeNumber(Math.round(value * units) / units);
    }
  }

  /**
   * A component that may be a value of any type. Jackson alone would look up how to write it anew
   * for each value, once a component has had more than eight types.
   */
  public static final class OfAnyType extends StdSerializer<Object> {
    private static final long serialVersionUID = 1;

    public OfAnyType() {
      super(Object.class);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      provider.defaultSerializeValue(value, json);
    }
  }

  private record Conversion<A, B>(Class<A> from, Class<B> to, Function<A, B> function)
      implements Converter<A, B> {
    @Override
    public B convert(A value) {
      return function.apply(value);
    }

    @Override
    public JavaType getInputType(TypeFactory types) {
      return types.constructType(from);
    }

    @Override
    public JavaType getOutputType(TypeFactory types) {
      return types.constructType(to);
    }
  }
}
