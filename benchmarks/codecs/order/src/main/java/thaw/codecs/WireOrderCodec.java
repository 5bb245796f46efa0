package thaw.codecs;

import thaw.wire.Format;
import thaw.wire.Reader;
import thaw.wire.Writer;

/** A {@link WireOrder} in a format of wire; each that is read is a new one. */
public final class WireOrderCodec implements MeasuredCodec {
  private final Writer writer;
  private final Reader reader;
  private final WireOrder from = WireOrder.sample();

  public WireOrderCodec(Format format) {
    writer = format.writer();
    reader = format.reader();
  }

  @Override
  public int encode() {
    return writer.write(from).length();
  }

  @Override
  public Object decode() {
    return reader.reset(writer.buffer(), 0, writer.length()).read(new WireOrder());
  }
}
