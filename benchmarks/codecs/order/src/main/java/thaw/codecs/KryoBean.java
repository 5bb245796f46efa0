package thaw.codecs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;

/** Kryo with its types registered, in a buffer that is used again. */
public final class KryoBean<T> implements MeasuredCodec {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(1024, -1);
  private final Input input = new Input();
  private final Class<T> type;
  private final T value;

  public KryoBean(Class<T> type, T value) {
    this.type = type;
    this.value = value;
    kryo.register(type);
    if (type == Order.class) {
      kryo.register(Line.class);
      kryo.register(ArrayList.class);
    }
  }

  @Override
  public int encode() {
    output.reset();
    kryo.writeObject(output, value);
    return output.position();
  }

  @Override
  public Object decode() {
    input.setBuffer(output.getBuffer(), 0, output.position());
    return kryo.readObject(input, type);
  }
}
