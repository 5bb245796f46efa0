package thaw.wire;

/** Lists and maps between brackets, as in JSON, with the plain texts and comments of YAML. */
final class YamlFlow {
  private final YamlSource source;
  private final YamlScalars scalars;
  private final YamlNodes nodes;

  YamlFlow(YamlSource source, YamlScalars scalars, YamlNodes nodes) {
    this.source = source;
    this.scalars = scalars;
    this.nodes = nodes;
  }

  /** Parses a list or map, from its bracket to the one that ends it. */
  void parse() {
    int around = nodes.depth();
    boolean complete = open();
    while (nodes.depth() > around) {
      source.gap();
      int c = source.at(source.at);
      int bracket = nodes.isList() ? ']' : '}';
      if (c == bracket) {
        source.at++;
        nodes.close();
        complete = true;
      } else if (complete) {
        comma(c, bracket);
        complete = false;
      } else if (bracket == '}') {
        complete = pair();
      } else {
        nodes.item();
        complete = value();
      }
    }
  }

  private void comma(int c, int bracket) {
    if (c == ':') {
      throw source.failure(
          "a pair in a list, or a list or map as a key, is not supported", source.at);
    }
    if (c != ',') {
      throw source.failure(
          "there must be a comma or "
              + (char) bracket
              + ", but there is "
              + source.shown(source.at),
          source.at);
    }
    source.at++;
  }

  /** A key and its value, if there is one; returns whether the value is complete. */
  private boolean pair() {
    if (isOpening()) {
      throw source.failure("a list or map as a key is not supported", source.at);
    }
    refuseEnd("a key");
    scalars.scan(true, YamlScalars.ONE_LINE);
    nodes.key(scalars);
    boolean quoted = scalars.kind >= YamlTape.QUOTED;
    source.gap();
    int c = source.at(source.at);
    if (c != ':') {
      throw source.failure(
          "there must be \": \" behind a key, but there is " + source.shown(source.at), source.at);
    }
    source.at++;
    int next = source.at(source.at);
    if (!quoted && !source.isBlank(source.at) && !YamlScalars.isBracket(next)) {
      throw source.failure("there must be a space behind the colon of a key", source.at);
    }
    source.gap();
    c = source.at(source.at);
    if (c == ',' || c == '}') {
      nodes.nothing();
      return true;
    }
    return value();
  }

  /** Returns whether it is complete. */
  private boolean value() {
    if (isOpening()) {
      return open();
    }
    refuseEnd("a value");
    scalars.scan(true, -1);
    nodes.text(scalars);
    return true;
  }

  private boolean open() {
    boolean list = source.at(source.at) == '[';
    nodes.open(list ? YamlTape.LIST : YamlTape.MAP, YamlNodes.FLOW, source.at);
    source.at++;
    return false;
  }

  private boolean isOpening() {
    int c = source.at(source.at);
    return c == '[' || c == '{';
  }

  private void refuseEnd(String what) {
    if (source.at >= source.end) {
      throw source.failure("the document ends where there must be " + what, source.at);
    }
    if (source.isSeparator('-') || source.isSeparator('.')) {
      throw source.failure("a document ends between brackets", source.at);
    }
  }
}
