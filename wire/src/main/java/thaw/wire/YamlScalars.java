package thaw.wire;

/** Finds where a text of YAML ends, and what kind of {@link YamlTape} it is. */
final class YamlScalars {
  /** The column that stands for a key: it has no further lines. */
  static final int ONE_LINE = Integer.MAX_VALUE;

  private final YamlSource source;

  /** The kind of the scalar that was found last. */
  int kind;

  int from;
  int length;

  YamlScalars(YamlSource source) {
    this.source = source;
  }

  /**
   * Goes over a text.
   *
   * @param flow whether it is between brackets
   * @param column that further lines between quotes must be beyond; {@link #ONE_LINE} for none
   */
  void scan(boolean flow, int column) {
    int c = source.at(source.at);
    if (c == '"' || c == '\'') {
      quoted(c, column);
    } else {
      plain(flow);
    }
    if (length > source.limits().maxString() || length > YamlTape.MAX) {
      throw source.failure(
          "a text is longer than " + Math.min(source.limits().maxString(), YamlTape.MAX) + " bytes",
          from);
    }
  }

  // ---- without quotes

  private void plain(boolean flow) {
    from = source.at;
    refuseIndicator(flow);
    int p = from;
    int last = p; // behind the last byte that is no space
    while (!source.isLineEnd(p)) {
      int c = source.at(p);
      if ((c == ':' && isIndicator(p, flow)) || (c == '#' && p > last) || (flow && isBracket(c))) {
        break;
      }
      p++;
      if (c != ' ' && c != '\t') {
        last = p;
      }
    }
    length = last - from;
    kind = isNull() ? YamlTape.NULL : YamlTape.PLAIN;
    source.at = last;
  }

  private boolean isNull() {
    byte[] b = source.bytes;
    if (length == 1) {
      return b[from] == '~';
    }
    return length == 4
        && b[from] == 'n'
        && b[from + 1] == 'u'
        && b[from + 2] == 'l'
        && b[from + 3] == 'l';
  }

  /** Returns whether an indicator at a place is one: what follows is no text. */
  private boolean isIndicator(int place, boolean flow) {
    return source.isBlank(place + 1) || (flow && isBracket(source.at(place + 1)));
  }

  static boolean isBracket(int c) {
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
  }

  private void refuseIndicator(boolean flow) {
    int c = source.at(from);
    boolean alone = isIndicator(from, flow);
    String what =
        switch (c) {
          case '&' -> "an anchor (&) is not supported";
          case '*' -> "an alias (*) is not supported";
          case '!' -> "a tag (!) is not supported";
          case '|', '>' ->
              "a block scalar (" + (char) c + ") is not supported: use double quotes and \\n";
          case '%', '@', '`' -> "a text must be in quotes when it begins with " + (char) c;
          case '?' -> alone ? "a complex key (?) is not supported" : "";
          case ':' -> alone ? "a key that is empty must be in quotes" : "";
          case '-' -> alone ? "a list must begin on a line of its own" : "";
          case '#' -> "there must be a value, but there is a comment";
          case ',', ']', '}' -> "there must be a value, but there is " + (char) c;
          default -> "";
        };
    if (!what.isEmpty()) {
      throw source.failure(what, from);
    }
  }

  // ---- in quotes

  private void quoted(int quote, int column) {
    int p = source.at + 1;
    from = p;
    kind = YamlTape.QUOTED;
    int decoded = quote == '"' ? YamlTape.DOUBLE : YamlTape.SINGLE;
    while (true) {
      int c = source.at(p);
      if (c < 0) {
        throw source.failure("the document ends in a text that begins with a quote", p);
      }
      if (c == quote) {
        if (quote == '"' || source.at(p + 1) != quote) {
          break;
        }
        kind = decoded;
        p += 2;
      } else if (c == '\\' && quote == '"') {
        kind = decoded;
        p += source.isLineEnd(p + 1) ? 1 : YamlText.escapeLength(source, p);
      } else if (c == '\n' || c == '\r') {
        kind = decoded;
        p = nextLine(p, column);
      } else {
        p++;
      }
    }
    length = p - from;
    source.at = p + 1;
  }

  /** Goes over the end of a line and the spaces behind it; returns where these end. */
  private int nextLine(int lineEnd, int column) {
    if (column == ONE_LINE) {
      throw source.failure("a key must be in one line", from);
    }
    source.at = lineEnd;
    source.newLine();
    if (source.isSeparator('-') || source.isSeparator('.')) {
      throw source.failure("--- or ... between quotes must be indented", source.at);
    }
    int p = source.at;
    while (source.at(p) == ' ') {
      p++;
    }
    int text = p;
    while (source.at(text) == ' ' || source.at(text) == '\t') {
      text++;
    }
    // A tab does not indent, but a line of nothing else is empty.
    if (!source.isLineEnd(text) && p - source.line <= column) {
      throw source.failure("a further line between quotes must be indented deeper", p);
    }
    return p;
  }
}
