package thaw.heap;

/** The types of fields and array elements, with their codes in a heap dump. */
enum JavaType {
  OBJECT(2, 8),
  BOOLEAN(4, 1),
  CHAR(5, 2),
  FLOAT(6, 4),
  DOUBLE(7, 8),
  BYTE(8, 1),
  SHORT(9, 2),
  INT(10, 4),
  LONG(11, 8);

  private final int code;
  private final int bytes;

  JavaType(int code, int bytes) {
    this.code = code;
    this.bytes = bytes;
  }

  int bytes() {
    return bytes;
  }

  static JavaType of(int code) throws BadHeapDump {
    for (JavaType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new BadHeapDump("type " + code);
  }
}
