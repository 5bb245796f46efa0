package thaw.wire;

/** What a value is in a document, before it is read: see {@link Reader#kind}. */
public enum Kind {
  NULL,
  BOOL,
  /** A number without point and exponent, however long. */
  INTEGER,
  /** A number with a point or an exponent. */
  FRACTION,
  STRING,
  /** Where a format has a type for it; text has a string. */
  BYTES,
  /** Where a format has a type for it; text has a string. */
  TIMESTAMP,
  LIST,
  /** An object or a map: text has one form for both. */
  OBJECT
}
