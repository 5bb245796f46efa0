package thaw.wire;

/**
 * Makes the {@link YamlTape} of a document, line by line; what is between brackets is {@link
 * YamlFlow}'s. All that is outside of the subset of {@code docs/wire.md} is refused here, by name.
 */
final class YamlParser {
  private final YamlSource source;
  private final YamlScalars scalars;
  private final YamlNodes nodes;
  private final YamlFlow flow;

  YamlParser(Reader in, YamlTape tape) {
    source = new YamlSource(in);
    scalars = new YamlScalars(source);
    nodes = new YamlNodes(source, tape);
    flow = new YamlFlow(source, scalars, nodes);
  }

  /** All of it: what nobody asks for is checked as well. */
  void parse() {
    nodes.clear();
    source.start();
    boolean marked = false;
    boolean ended = false;
    while (source.content()) {
      boolean start = source.isSeparator('-');
      if (ended || (start && (marked || !nodes.isEmpty()))) {
        throw source.failure("a second document in the same text is not supported", source.at);
      }
      if (start || source.isSeparator('.')) {
        marked = true;
        ended = !start;
        separator();
      } else if (source.column() == 0 && source.at(source.at) == '%' && nodes.isEmpty()) {
        throw source.failure("a directive (%) is not supported", source.at);
      } else {
        line(source.column());
      }
    }
    while (nodes.depth() > 0) {
      nodes.close();
    }
    if (nodes.isEmpty()) {
      nodes.nothing();
    }
  }

  private void separator() {
    int from = source.at;
    source.at += 3;
    if (!source.endLine()) {
      throw source.failure("a value in the line of --- or ... is not supported", from);
    }
  }

  /** A line with text, which begins in a column. */
  private void line(int column) {
    while (nodes.depth() > 0 && nodes.column() > column) {
      nodes.close();
    }
    boolean dash = source.isMark('-');
    if (nodes.depth() > 0
        && nodes.column() == column
        && nodes.isList()
        && !dash
        && nodes.isAround(column)) {
      nodes.close(); // a list as far to the left as its key
    }
    if (nodes.depth() == 0) {
      if (!nodes.isEmpty()) {
        throw source.failure(
            "nothing may follow the document's value; text of several lines must be in quotes",
            source.at);
      }
      node(column);
    } else if (nodes.column() == column) {
      entry(dash);
    } else if (nodes.isDue()) {
      node(column);
    } else {
      throw source.failure(
          "deeper than what it could belong to; text of several lines must be in quotes",
          source.at);
    }
  }

  /** Another entry of the innermost list or map. */
  private void entry(boolean dash) {
    if (nodes.isList()) {
      if (!dash) {
        throw source.failure("there must be \"- \", as for the element before", source.at);
      }
      if (item()) {
        node(source.column());
      }
    } else if (!dash) {
      key();
    } else if (nodes.isDue()) {
      node(nodes.column());
    } else {
      throw source.failure("there must be a key, but there is \"- \"", source.at);
    }
  }

  /** Begins an element, from the dash on; returns whether there is more in its line. */
  private boolean item() {
    nodes.item();
    source.at++;
    int from = source.at;
    if (source.endLine()) {
      return false;
    }
    for (int p = from; p < source.at; p++) {
      if (source.at(p) == '\t') {
        throw source.failure("a tab as indentation is not supported: use spaces", p);
      }
    }
    return true;
  }

  /** A value that begins a line, or follows a dash: of its text it shows what it is. */
  private void node(int begin) {
    int column = begin;
    while (source.isMark('-')) {
      nodes.open(YamlTape.LIST, column, source.at);
      if (!item()) {
        return;
      }
      column = source.column();
    }
    if (isBracket()) {
      flow.parse();
    } else {
      int from = source.at;
      int line = source.line;
      scalars.scan(false, nodes.column());
      if (isColon()) {
        if (source.line != line) {
          throw source.failure("a key must be in one line", from);
        }
        nodes.open(YamlTape.MAP, column, from);
        nodes.key(scalars);
        value();
        return;
      }
      nodes.text(scalars);
    }
    endOfValue();
  }

  /** A key, its colon and what follows in the line. */
  private void key() {
    if (isBracket()) {
      throw source.failure("a list or map as a key is not supported", source.at);
    }
    scalars.scan(false, YamlScalars.ONE_LINE);
    if (!isColon()) {
      throw source.failure(
          "there must be \": \" behind a key; text of several lines must be in quotes", source.at);
    }
    nodes.key(scalars);
    value();
  }

  /** Parses what follows a key, from the colon on. */
  private void value() {
    source.at++;
    if (source.endLine()) {
      return;
    }
    if (isBracket()) {
      flow.parse();
    } else {
      scalars.scan(false, nodes.column());
      nodes.text(scalars);
    }
    endOfValue();
  }

  private void endOfValue() {
    if (source.endLine()) {
      return;
    }
    throw source.failure(
        isColon()
            ? "a second \": \" in a line, or a list or map as a key, is not supported: put text in quotes"
            : "nothing may follow a value in its line, but there is " + source.shown(source.at),
        source.at);
  }

  private boolean isBracket() {
    int c = source.at(source.at);
    return c == '[' || c == '{';
  }

  /** Returns whether a colon is next, behind spaces. */
  private boolean isColon() {
    source.spaces();
    return source.isMark(':');
  }
}
