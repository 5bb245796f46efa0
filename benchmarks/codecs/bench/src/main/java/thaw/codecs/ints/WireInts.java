package thaw.codecs.ints;

import thaw.codecs.MeasuredCodec;
import thaw.wire.Format;
import thaw.wire.Reader;
import thaw.wire.Wired;
import thaw.wire.Writer;

/** An object that describes itself, in a format of wire; it is read into the same object again. */
final class WireInts implements MeasuredCodec {
  private final Writer writer;
  private final Reader reader;
  private final Wired from;
  private final Wired into;

  WireInts(Format format, Wired from, Wired into) {
    writer = format.writer();
    reader = format.reader();
    this.from = from;
    this.into = into;
  }

  @Override
  public int encode() {
    return writer.write(from).length();
  }

  @Override
  public Object decode() {
    return reader.reset(writer.buffer(), 0, writer.length()).read(into);
  }
}
