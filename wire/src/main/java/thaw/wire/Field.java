package thaw.wire;

import java.nio.charset.StandardCharsets;

/**
 * A field of an object, as a constant: what it is called where a format has names, and its number
 * where it has those. The bytes of both are made once, here.
 *
 * <p>Names and numbers are what the two ends of a wire have in common: neither may change for the
 * same field, nor be used for another one. Immutable, for any thread.
 */
public final class Field {
  /** The largest number of a field: 2<sup>28</sup> - 1. */
  public static final int MAX_NUMBER = (1 << 28) - 1;

  /**
   * The seed of hashes in this JVM, so that nobody can know names that collide. All clones of a
   * snapshot have the one of the JVM that was dumped: a field's hash is made with it once, often
   * before the dump, and nothing that a reader answers tells of it.
   */
  private static final int SEED = (int) ((System.nanoTime() * 0x9e3779b97f4a7c15L) >>> 32);

  private final int number;
  private final String name;

  /** {@code "name":} with escapes. */
  final byte[] json;

  /** The name in UTF-8, after its head in CBOR. */
  final byte[] cbor;

  /** Where the name begins in {@link #cbor}. */
  final int nameAt;

  /** The result of {@link #hash(byte[], int, int)} for the name in UTF-8. */
  final int hash;

  /** The ways in which protobuf has integers; {@link #encoding} is one of them. */
  static final int VARINT = 0;

  static final int ZIGZAG = 1;
  static final int FIXED = 2;

  final int encoding;

  /** No byte is so large. */
  static final int LONG = 256;

  /**
   * The tag in protobuf, without its wire type, when it is one byte and integers are plain varints;
   * {@link #LONG} for others.
   */
  final int protobuf;

  /** In FIX: the tag of the field that has the length of data, before it; 0 when it is not data. */
  final int length;

  /** In FIX: the tag of each element of a list whose elements are no objects; 0 for none. */
  final int elements;

  /** In FIX: the tag that it begins with; {@link #DATA} for data, which begins with its length. */
  final int fixTag;

  /**
   * In FIX: {@code TAG=}, the first character in the lowest byte; 0 for data, and for tags of more
   * than three digits.
   */
  final int fix;

  /** The characters of {@link #fix}. */
  final int fixSize;

  /** No tag is so. */
  static final int DATA = -2;

  private Field(int number, String name) {
    this.number = number;
    this.name = name;
    byte[] utf8 = utf8(name);
    json = quoted(utf8);
    cbor = headed(utf8);
    nameAt = cbor.length - utf8.length;
    hash = hash(utf8, 0, utf8.length);
    encoding = VARINT;
    protobuf = number < 16 ? number << 3 : LONG;
    length = dataLength(number);
    elements = 0;
    fixTag = length == 0 ? number : DATA;
    fix = length == 0 && number < 1_000 ? fix(number) : 0;
    fixSize = number < 10 ? 2 : number < 100 ? 3 : 4;
  }

  /** The same field with another encoding or other tags. */
  private Field(Field other, int encoding, int length, int elements) {
    number = other.number;
    name = other.name;
    json = other.json;
    cbor = other.cbor;
    nameAt = other.nameAt;
    hash = other.hash;
    this.encoding = encoding;
    protobuf = encoding == VARINT ? other.protobuf : LONG;
    this.length = length;
    this.elements = elements;
    fixTag = length == 0 ? number : DATA;
    fix = length == 0 ? other.fix : 0;
    fixSize = other.fixSize;
  }

  /**
   * A field.
   *
   * @param number 1 to {@link #MAX_NUMBER}; up to 14 it takes no byte of its own
   * @param name of one or more characters
   * @throws IllegalArgumentException for another number, an empty name, or one that has a surrogate
   *     without the other one
   */
  public static Field of(int number, String name) {
    if (number < 1 || number > MAX_NUMBER) {
      throw new IllegalArgumentException(
          "must be 1.." + MAX_NUMBER + ": number=" + number + " of the field " + name);
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException("must have a name: the field of number " + number);
    }
    return new Field(number, name);
  }

  /**
   * Returns the same field with its integers in zigzag encoding in protobuf, the types {@code
   * sint32} and {@code sint64} there: small negative numbers are as short as positive ones. It
   * holds for the elements of a list and the values of a map too; other formats do not change.
   */
  public Field zigzag() {
    return new Field(this, ZIGZAG, length, elements);
  }

  /**
   * Returns the same field with its integers of fixed width in protobuf, the types {@code sfixed32}
   * and {@code sfixed64} there: shorter than varints for most numbers from 2<sup>28</sup> or
   * 2<sup>56</sup> on. It holds for elements and values as {@link #zigzag} does.
   */
  public Field fixed() {
    return new Field(this, FIXED, length, elements);
  }

  /**
   * Returns the same field, of data whose length in bytes FIX has in another field before it. Bytes
   * need this there, and so does a string that may contain SOH. The data fields of the FIX
   * specification have it of themselves: {@code Field.of(96, "RawData")} has its length in 95.
   *
   * @param tag of the length: 1 to {@link #MAX_NUMBER}
   */
  public Field withLength(int tag) {
    return new Field(this, encoding, checked(tag), elements);
  }

  /**
   * Returns the same field, of a list whose elements are no objects: in FIX each is a field of this
   * tag, as in {@code 386=2|336=1|336=2}. A list of objects needs no such tag.
   *
   * @param tag of each element: 1 to {@link #MAX_NUMBER}
   */
  public Field withElements(int tag) {
    return new Field(this, encoding, length, checked(tag));
  }

  private int checked(int tag) {
    if (tag < 1 || tag > MAX_NUMBER || tag == number) {
      throw new IllegalArgumentException(
          "must be 1.." + MAX_NUMBER + ", and not its own: tag=" + tag + " of the field " + this);
    }
    return tag;
  }

  /**
   * Returns the tag of the length of a data field of the FIX specification, up to FIX 5.0 SP2; 0
   * for other fields.
   */
  static int dataLength(int number) {
    if (number < 349) {
      return number == 96 || number == 91 || number == 213 ? number - 1 : number == 89 ? 93 : 0;
    }
    boolean data =
        switch (number) {
          case 349, 351, 353, 355, 357, 359, 361, 363, 365, 446, 619, 622 -> true;
          case 1185, 1278, 1281, 1283, 1398, 1402, 1404, 1469 -> true;
          default -> false;
        };
    return data ? number - 1 : 0;
  }

  private static int fix(int number) {
    int ones = '0' + number % 10;
    if (number < 10) {
      return '=' << 8 | ones;
    }
    int tens = '0' + number / 10 % 10;
    return number < 100
        ? '=' << 16 | ones << 8 | tens
        : '=' << 24 | ones << 16 | tens << 8 | '0' + number / 100;
  }

  /** 1 to {@link #MAX_NUMBER}. */
  public int number() {
    return number;
  }

  /** Returns the name as it is in JSON and YAML. */
  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return name + "(" + number + ")";
  }

  /**
   * Hashes a name's bytes from one index to another. It differs from JVM to JVM, so that nobody can
   * send names that all have the same.
   */
  static int hash(byte[] bytes, int from, int to) {
    int hash = SEED;
    for (int i = from; i < to; i++) {
      hash = (hash ^ bytes[i]) * 0x9e3779b1;
      hash ^= hash >>> 15;
    }
    return hash;
  }

  /** Hashes a name that may have single surrogates, each of which counts. */
  static int hash(String name) {
    byte[] bytes = new byte[3 * name.length()];
    return hash(bytes, 0, Utf8.put(bytes, 0, name));
  }

  /** Names are ASCII as a rule, and the JDK's charsets are nine classes that it takes without. */
  private static byte[] utf8(String name) {
    byte[] bytes = new byte[name.length()];
    for (int i = 0; i < bytes.length; i++) {
      char c = name.charAt(i);
      if (c >= 0x80) {
        if (Utf8.size(name, i) < 0) {
          throw new IllegalArgumentException(
              "must not have a surrogate without the other one: the name " + name);
        }
        return name.getBytes(StandardCharsets.UTF_8);
      }
      bytes[i] = (byte) c;
    }
    return bytes;
  }

  /** Hashes a number. The hash differs from JVM to JVM, as that of a name does. */
  static int hash(int number) {
    int hash = (SEED ^ number) * 0x9e3779b1;
    hash = (hash ^ hash >>> 15 ^ SEED) * 0x85ebca6b;
    return hash ^ hash >>> 13;
  }

  private static byte[] headed(byte[] utf8) {
    int length = utf8.length;
    int more = length < 24 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : 4;
    byte[] headed = new byte[1 + more + length];
    headed[0] = (byte) (0x60 | (more == 0 ? length : 24 + (more >> 1)));
    for (int i = more; i > 0; i--) {
      headed[i] = (byte) (length >> 8 * (more - i));
    }
    System.arraycopy(utf8, 0, headed, 1 + more, length);
    return headed;
  }

  private static byte[] quoted(byte[] utf8) {
    int escapes = 0;
    for (byte b : utf8) {
      escapes += b == '"' || b == '\\' ? 1 : b >= 0 && b < ' ' ? 5 : 0;
    }
    byte[] quoted = new byte[utf8.length + escapes + 3];
    int at = 0;
    quoted[at++] = '"';
    for (byte b : utf8) {
      if (b >= 0 && b < ' ') {
        quoted[at++] = '\\';
        quoted[at++] = 'u';
        quoted[at++] = '0';
        quoted[at++] = '0';
        quoted[at++] = (byte) ('0' + (b >> 4));
        quoted[at++] = (byte) Character.forDigit(b & 15, 16);
      } else {
        if (b == '"' || b == '\\') {
          quoted[at++] = '\\';
        }
        quoted[at++] = b;
      }
    }
    quoted[at++] = '"';
    quoted[at] = ':';
    return quoted;
  }
}
