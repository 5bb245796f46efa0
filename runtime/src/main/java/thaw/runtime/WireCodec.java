package thaw.runtime;

import org.jspecify.annotations.Nullable;
import thaw.wire.Format;
import thaw.wire.Reader;
import thaw.wire.Shape;
import thaw.wire.Writer;

/**
 * Reads and writes by a description: nothing of Jackson is loaded. Members that are null are left
 * out.
 */
final class WireCodec extends Codec {
  private final Shape<Object> shape;

  /** Those that nobody uses now. */
  private @Nullable Reader idleReader;

  private @Nullable Writer idleWriter;

  @SuppressWarnings("unchecked") // Whoever has the type has its values, and nothing else.
  WireCodec(Shape<?> shape) {
    this.shape = (Shape<Object>) shape;
  }

  @Override
  @Nullable Object read(byte[] event, InvocationContext context) {
    Reader reader = reader();
    Object value = reader.reset(event).read(shape);
    synchronized (this) {
      idleReader = reader;
    }
    return value;
  }

  @Override
  void write(@Nullable Object value, ResponseBuffer to, InvocationContext context) {
    Writer writer = writer();
    writer.write(value, shape);
    to.write(writer.buffer(), 0, writer.length());
    synchronized (this) {
      idleWriter = writer;
    }
  }

  private synchronized Reader reader() {
    Reader idle = idleReader;
    idleReader = null;
    return idle == null ? Format.JSON.reader() : idle;
  }

  private synchronized Writer writer() {
    Writer idle = idleWriter;
    idleWriter = null;
    return idle == null ? Format.JSON.writer().omitNulls(true) : idle;
  }
}
