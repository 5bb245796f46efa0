package thaw.codecs;

import thaw.wire.Format;
import thaw.wire.Reader;
import thaw.wire.Shape;
import thaw.wire.Writer;

/** A bean in a format of wire, by the description that the annotation processor has written. */
public final class ShapedCodec<T> implements MeasuredCodec {
  private final Writer writer;
  private final Reader reader;
  private final Shape<T> shape;
  private final T from;
  private final T into;

  /** With an object to read into again and again; null for a new one each time. */
  public ShapedCodec(Format format, Shape<T> shape, T from, T into) {
    writer = format.writer();
    reader = format.reader();
    this.shape = shape;
    this.from = from;
    this.into = into;
  }

  static MeasuredCodec ofOrder(Format format) {
    return new ShapedCodec<>(format, OrderShape.SHAPE, Order.sample(), null);
  }

  @Override
  public int encode() {
    return writer.write(from, shape).length();
  }

  @Override
  public Object decode() {
    reader.reset(writer.buffer(), 0, writer.length());
    return into == null ? reader.read(shape) : reader.read(into, shape);
  }
}
