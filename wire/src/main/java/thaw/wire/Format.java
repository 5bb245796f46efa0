package thaw.wire;

import org.jspecify.annotations.Nullable;

/**
 * One way to have an object as bytes. Its methods are for documents now and then; where each
 * nanosecond counts, keep a {@link #writer} and a {@link #reader}.
 *
 * <p>A format is a constant for any thread. The classes of a format are loaded when it is used
 * first, and those of the others are not.
 */
public final class Format {
  /** RFC 8259, in UTF-8. */
  public static final Format JSON = new Format("JSON");

  /**
   * A subset of YAML 1.2, in UTF-8: one document with maps, lists and texts in a line or between
   * quotes, comments, and all that JSON has. A reader refuses everything else and names it:
   * anchors, aliases, tags, block scalars, texts of several lines without quotes, merge keys, keys
   * that are no text, a second document, and directives.
   */
  public static final Format YAML = new Format("YAML");

  /** RFC 8949: binary with the names of fields, which libraries of all languages read. */
  public static final Format CBOR = new Format("CBOR");

  /**
   * Binary without anything of fields but their values, all of them and in order: both ends must
   * have the same description, and a length that differs is an error.
   */
  public static final Format PLAIN_BINARY = new Format("plain binary");

  /**
   * Protobuf (proto3), for messages and files that change with time: what {@code protoc}'s classes
   * of the same fields read and write. A document is an object; only its description can read it.
   * Values that are null are not written, lists have no nulls and no lists in them.
   */
  public static final Format PROTOBUF = new Format("protobuf");

  /**
   * Text with the numbers of fields as tags: {@code TAG=VALUE} between SOH (0x01), as in FIX's
   * tag=value encoding. Objects in objects are components, whose fields are in their place; lists
   * are repeating groups. {@link FixWriter} and {@link FixReader} have the frame of BeginString,
   * BodyLength, MsgType and CheckSum.
   */
  public static final Format FIX = new Format("FIX");

  private final String name;

  private Format(String name) {
    this.name = name;
  }

  /** A new writer. */
  public Writer writer() {
    Object made; // the verifier would load all classes to see that they are writers
    if (this == JSON) {
      made = new JsonWriter();
    } else if (this == PLAIN_BINARY) {
      made = new PlainWriter();
    } else if (this == CBOR) {
      made = new CborWriter();
    } else if (this == PROTOBUF) {
      made = new ProtobufWriter();
    } else if (this == FIX) {
      made = new FixWriter();
    } else {
      made = new YamlWriter();
    }
    return (Writer) made;
  }

  /** A new reader with the limits by default. */
  public Reader reader() {
    return made(null);
  }

  /** A new reader. */
  public Reader reader(Limits limits) {
    return made(limits);
  }

  private Reader made(@Nullable Limits limits) {
    Object made; // as above
    if (this == JSON) {
      made = limits == null ? new JsonReader() : new JsonReader(limits);
    } else if (this == PLAIN_BINARY) {
      made = new PlainReader(limits);
    } else if (this == CBOR) {
      made = new CborReader(limits, false);
    } else if (this == PROTOBUF) {
      made = new ProtobufReader(limits);
    } else if (this == FIX) {
      made = new FixReader(limits);
    } else {
      made = new YamlReader(limits);
    }
    return (Reader) made;
  }

  /** A document of an object. */
  public byte[] write(Wired value) {
    return writer().write(value).toByteArray();
  }

  /** A document of a value. */
  public <T> byte[] write(@Nullable T value, Shape<T> shape) {
    return writer().write(value, shape).toByteArray();
  }

  /** Fills an object, and returns it. */
  public <T extends Wired> T read(byte[] document, T into) {
    return reader().reset(document).read(into);
  }

  /** The value of a document; null for a document that is null. */
  public <T> @Nullable T read(byte[] document, Shape<T> shape) {
    return reader().reset(document).read(shape);
  }

  /**
   * The same document in another format, without the description of what is in it. Numbers stay
   * what they are, to the last digit; text has bytes in Base64 and points of time in ISO 8601,
   * which remain strings when it is converted back, and which descriptions read from strings as
   * well.
   *
   * @throws WireException when the document is not of this format, or the other one cannot have
   *     what is in it (text has no NaN)
   * @throws IllegalArgumentException from a format or to one that only a description can read or
   *     write: give the shape as well
   */
  public byte[] convert(byte[] document, Format to) {
    Format undescribed = !tellsTypes() ? this : !to.tellsTypes() ? to : null;
    if (undescribed != null) {
      throw new IllegalArgumentException(
          "must have a shape, for only a description reads and writes "
              + undescribed
              + ": from "
              + this
              + " to "
              + to);
    }
    return convert(document, to, Any.exact());
  }

  /**
   * The same document in another format, by the description of what is in it: every format can be
   * converted to every other one so. Fields that the description does not have are left out.
   *
   * @throws WireException when the document is not of this format and shape, or the other format
   *     cannot have what is in it
   */
  public <T> byte[] convert(byte[] document, Format to, Shape<T> shape) {
    return to.write(read(document, shape), shape);
  }

  /**
   * The same by an object that describes itself.
   *
   * @param by is filled with the document, and has what fields get that are missing
   */
  public byte[] convert(byte[] document, Format to, Wired by) {
    return to.write(read(document, by));
  }

  /**
   * Whether values in a document say what they are, so that they are read without a description.
   */
  private boolean tellsTypes() {
    return this != PLAIN_BINARY && this != PROTOBUF && this != FIX;
  }

  @Override
  public String toString() {
    return name;
  }
}
