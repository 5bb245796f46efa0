package thaw.wire;

import java.util.List;

/** The formats, for tests of all of them. */
final class AllFormats {
  /** Those whose documents say what is in them. */
  static final List<Format> TELLING = List.of(Format.JSON, Format.YAML, Format.CBOR);

  /** Those that only a description reads and writes. */
  static final List<Format> DESCRIBED = List.of(Format.PLAIN_BINARY, Format.PROTOBUF, Format.FIX);

  private AllFormats() {}
}
