package thaw.codecs;

/** What was decoded, as a text that must be the same for all codecs. */
public final class Shown {
  private Shown() {}

  public static String of(Object decoded) {
    if (decoded.getClass().getName().contains(".protobuf.")) {
      return ProtobufOrder.show(decoded);
    }
    return decoded.toString();
  }
}
