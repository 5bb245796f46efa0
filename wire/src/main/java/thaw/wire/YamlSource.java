package thaw.wire;

/** A place in YAML text: lines and their ends, spaces and comments. */
final class YamlSource {
  private final Reader in;
  byte[] bytes;
  int end;

  /** The next byte. */
  int at;

  /** The first byte of its line. */
  int line;

  YamlSource(Reader in) {
    this.in = in;
    bytes = in.bytes;
  }

  /** Goes to the first byte, behind a byte order mark, when all of it is text. */
  void start() {
    bytes = in.bytes;
    end = in.end;
    at = in.begin;
    int wrong = Utf8.wrong(bytes, at, end);
    if (wrong >= 0) {
      throw failure("the byte " + at(wrong) + " is not UTF-8 here", wrong);
    }
    for (int i = at; i < end; i++) {
      int b = bytes[i];
      if (b < ' ' && b >= 0 && b != '\n' && b != '\r' && b != '\t') {
        throw failure("a control character must be escaped: the byte " + b, i);
      }
    }
    if (at(at) == 0xef && at(at + 1) == 0xbb && at(at + 2) == 0xbf) {
      at += 3;
    }
    line = at;
  }

  RuntimeException failure(String what, int offset) {
    return in.failure(what, offset);
  }

  Limits limits() {
    return in.limits();
  }

  /** The byte at a place, or -1 behind the end. */
  int at(int place) {
    return place < end ? bytes[place] & 0xff : -1;
  }

  /** Returns a byte, or the end, in words for messages. */
  String shown(int place) {
    int c = at(place);
    return c < 0 ? "the end" : c > ' ' && c < 0x7f ? String.valueOf((char) c) : "the byte " + c;
  }

  int column() {
    return at - line;
  }

  boolean isLineEnd(int place) {
    int c = at(place);
    return c == '\n' || c == '\r' || c < 0;
  }

  /** Returns whether a space, a tab or an end of line is there. */
  boolean isBlank(int place) {
    int c = at(place);
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c < 0;
  }

  /** An indicator that counts only when a space or the end of the line follows. */
  boolean isMark(int indicator) {
    return at(at) == indicator && isBlank(at + 1);
  }

  /** Three of an indicator where a line begins: what separates documents. */
  boolean isSeparator(int indicator) {
    return at == line
        && at(at) == indicator
        && at(at + 1) == indicator
        && at(at + 2) == indicator
        && isBlank(at + 3);
  }

  void spaces() {
    while (at(at) == ' ' || at(at) == '\t') {
      at++;
    }
  }

  /** Goes over spaces and a comment, which has a space or the line's begin before it. */
  void spacesAndComment() {
    spaces();
    if (at(at) == '#' && (at == line || at(at - 1) == ' ' || at(at - 1) == '\t')) {
      while (!isLineEnd(at)) {
        at++;
      }
    }
  }

  /** Goes over the end of a line, which is next. */
  void newLine() {
    if (at(at) == '\r') {
      at++;
    }
    if (at(at) == '\n') {
      at++;
    }
    line = at;
  }

  /**
   * Goes over the rest of a line that has spaces and a comment at most; false when there is more.
   */
  boolean endLine() {
    spacesAndComment();
    if (!isLineEnd(at)) {
      return false;
    }
    newLine();
    return true;
  }

  /** Goes from a line's begin to the first text that is no comment; false when there is none. */
  boolean content() {
    while (at < end) {
      while (at(at) == ' ') {
        at++;
      }
      int tab = at;
      if (at(at) != '\t' && !isLineEnd(at) && at(at) != '#') {
        return true;
      }
      if (!endLine()) {
        throw failure("a tab as indentation is not supported: use spaces", tab);
      }
    }
    return false;
  }

  /** Goes over spaces, comments and ends of lines between brackets. */
  void gap() {
    while (at < end) {
      spacesAndComment();
      if (at >= end || !isLineEnd(at)) {
        return;
      }
      newLine();
      if (isSeparator('-') || isSeparator('.')) {
        return;
      }
    }
  }
}
