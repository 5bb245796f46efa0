package thaw.wire;

/** The kind of a value in a document, which {@link Reader#kind} tells before the value is read. */
public enum Kind {
  NULL,
  BOOL,
  /** A number without point and exponent, however long. */
  INTEGER,
  /** A number with a point or an exponent. */
  FRACTION,
  STRING,
  /** Bytes, in formats that have a type for them; text has a string. */
  BYTES,
  /** A point of time, in formats that have a type for it; text has a string. */
  TIMESTAMP,
  LIST,
  /** An object or a map: text has one form for both. */
  OBJECT
}
