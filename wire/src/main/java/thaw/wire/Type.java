package thaw.wire;

/**
 * The types of values, as four bits each, in binary with names or numbers ({@link BinaryWriter} has
 * the layout). They are constants of the compiler: the class is not loaded for them.
 */
final class Type {
  static final int NULL = 0;
  static final int FALSE = 1;
  static final int TRUE = 2;
  static final int INT8 = 3;
  static final int INT16 = 4;
  static final int INT32 = 5;
  static final int INT64 = 6;
  static final int FLOAT32 = 7;
  static final int FLOAT64 = 8;
  static final int STRING = 9;
  static final int BYTES = 10;
  static final int DECIMAL = 11;
  static final int TIMESTAMP = 12;
  static final int OBJECT = 13;
  static final int LIST = 14;
  static final int MAP = 15;

  private static final String[] NAMES = {
    "null",
    "false",
    "true",
    "int8",
    "int16",
    "int32",
    "int64",
    "float32",
    "float64",
    "string",
    "bytes",
    "decimal",
    "timestamp",
    "object",
    "list",
    "map"
  };

  private static final int[] SIZES = {0, 0, 0, 1, 2, 4, 8, 4, 8, -1, -1, -1, 12, -1, -1, -1};

  private Type() {}

  /** Returns the size of a payload in bytes, or -1 when the payload begins with its length. */
  static int size(int type) {
    return SIZES[type];
  }

  /** Returns the name of a type, for messages. */
  static String name(int type) {
    return NAMES[type];
  }
}
