package thaw.codecs;

/**
 * One library and format, with one object as its users have it: made with what it needs, used
 * again.
 */
public interface MeasuredCodec {
  /** Writes the object; the size in bytes. */
  int encode() throws Exception;

  /** Reads what was written last, into an object that is kept or into a new one. */
  Object decode() throws Exception;
}
