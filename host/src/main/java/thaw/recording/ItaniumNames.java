package thaw.recording;

import java.util.Map;

/**
 * Names in the grammar of the Itanium C++ ABI, without the arguments of functions and templates.
 */
final class ItaniumNames {
  /** Two letters to what follows {@code operator}. */
  private static final Map<String, String> OPERATORS =
      Map.ofEntries(
          Map.entry("nw", " new"),
          Map.entry("na", " new[]"),
          Map.entry("dl", " delete"),
          Map.entry("da", " delete[]"),
          Map.entry("aw", " co_await"),
          Map.entry("ps", "+"),
          Map.entry("ng", "-"),
          Map.entry("ad", "&"),
          Map.entry("de", "*"),
          Map.entry("co", "~"),
          Map.entry("pl", "+"),
          Map.entry("mi", "-"),
          Map.entry("ml", "*"),
          Map.entry("dv", "/"),
          Map.entry("rm", "%"),
          Map.entry("an", "&"),
          Map.entry("or", "|"),
          Map.entry("eo", "^"),
          Map.entry("aS", "="),
          Map.entry("pL", "+="),
          Map.entry("mI", "-="),
          Map.entry("mL", "*="),
          Map.entry("dV", "/="),
          Map.entry("rM", "%="),
          Map.entry("aN", "&="),
          Map.entry("oR", "|="),
          Map.entry("eO", "^="),
          Map.entry("ls", "<<"),
          Map.entry("rs", ">>"),
          Map.entry("lS", "<<="),
          Map.entry("rS", ">>="),
          Map.entry("eq", "=="),
          Map.entry("ne", "!="),
          Map.entry("lt", "<"),
          Map.entry("gt", ">"),
          Map.entry("le", "<="),
          Map.entry("ge", ">="),
          Map.entry("ss", "<=>"),
          Map.entry("nt", "!"),
          Map.entry("aa", "&&"),
          Map.entry("oo", "||"),
          Map.entry("pp", "++"),
          Map.entry("mm", "--"),
          Map.entry("cm", ","),
          Map.entry("pm", "->*"),
          Map.entry("pt", "->"),
          Map.entry("cl", "()"),
          Map.entry("ix", "[]"),
          Map.entry("qu", "?"));

  private static final Map<Character, String> STANDARD =
      Map.of(
          'a', "std::allocator",
          'b', "std::basic_string",
          's', "std::basic_string",
          'i', "std::basic_istream",
          'o', "std::basic_ostream",
          'd', "std::basic_iostream");

  private final ItaniumCursor at;
  private final ItaniumTypes types;

  ItaniumNames(ItaniumCursor cursor) {
    at = cursor;
    types = new ItaniumTypes(cursor, this);
  }

  ItaniumCursor cursor() {
    return at;
  }

  /** The function's name; the cursor stays before its arguments. */
  String encoding() {
    return name();
  }

  String name() {
    return switch (at.peek()) {
      case 'N' -> nested();
      case 'Z' -> local();
      case 'S' -> at.peek(1) == 't' ? unscoped() : template(substitution());
      default -> unscoped();
    };
  }

  /** {@code S_}, {@code S1_}, {@code Ss}. */
  String substitution() {
    at.expect('S');
    String standard = STANDARD.get(at.peek());
    if (standard != null) {
      at.next();
      while (at.peek() == 'B') {
        abiTag();
      }
      return standard;
    }
    return at.remembered();
  }

  private String unscoped() {
    String scope = at.skip("St") ? "std::" : "";
    String name = scope + unqualified(scope);
    if (at.peek() == 'I') {
      at.remember(name);
      types.templateArguments();
    }
    return name;
  }

  private String template(String name) {
    if (at.peek() == 'I') {
      types.templateArguments();
    }
    return name;
  }

  private String nested() {
    at.expect('N');
    types.qualifiers();
    if (!at.skip('R')) {
      at.skip('O');
    }
    String scope = "";
    while (!at.skip('E')) {
      boolean isNew = true;
      switch (at.peek()) {
        case 'S' -> {
          isNew = false;
          scope = at.skip("St") ? "std" : substitution();
        }
        case 'I' -> types.templateArguments();
        case 'T' -> scope = types.templateParameter();
        case 'M' -> at.next();
        case 'B' -> {
          abiTag();
          isNew = false;
        }
        default -> {
          if (at.peek() == 'D' && (at.peek(1) == 't' || at.peek(1) == 'T')) {
            scope = types.type();
            isNew = false; // types remember themselves
          } else {
            String part = unqualified(scope);
            scope = scope.isEmpty() ? part : scope + "::" + part;
          }
        }
      }
      if (isNew && at.peek() != 'E') {
        at.remember(scope);
      }
    }
    return scope;
  }

  /**
   * @param scope gives constructors their name
   */
  private String unqualified(String scope) {
    at.skip('L'); // internal linkage
    char first = at.peek();
    String name;
    if (at.isDigit()) {
      name = source();
    } else if (first == 'C' && (at.peek(1) == 'I' || isDigit(at.peek(1)))) {
      at.next();
      boolean inherits = at.skip('I');
      at.next();
      if (inherits) {
        types.type();
      }
      name = last(scope);
    } else if (first == 'D' && isDigit(at.peek(1))) {
      at.take(2);
      name = "~" + last(scope);
    } else if (at.skip("DC")) {
      StringBuilder bound = new StringBuilder("[");
      while (!at.skip('E')) {
        bound.append(bound.length() > 1 ? ", " : "").append(source());
      }
      name = bound.append(']').toString();
    } else if (first == 'U') {
      name = unnamed();
    } else {
      name = operator();
    }
    while (at.peek() == 'B') {
      abiTag();
    }
    return name;
  }

  String source() {
    int length = at.number();
    if (length <= 0) {
      throw new ItaniumCursor.Malformed();
    }
    String name = at.take(length);
    return name.startsWith("_GLOBAL_") && name.length() > 9 && name.charAt(9) == 'N'
        ? "(anonymous namespace)"
        : name;
  }

  private String operator() {
    String code = at.take(2);
    if (code.equals("cv")) {
      return "operator " + types.type();
    }
    if (code.equals("li")) {
      return "operator\"\" " + source();
    }
    if (code.charAt(0) == 'v' && isDigit(code.charAt(1))) {
      return "operator " + source();
    }
    String operator = OPERATORS.get(code);
    if (operator == null) {
      throw new ItaniumCursor.Malformed();
    }
    return "operator" + operator;
  }

  /** Whether an operator's two letters follow, and which. */
  static boolean isOperator(String code) {
    return OPERATORS.containsKey(code);
  }

  private String unnamed() {
    at.expect('U');
    boolean closure = at.skip('l');
    if (closure) {
      while (!at.skip('E')) {
        types.type();
      }
    } else if (!at.skip('t')) {
      throw new ItaniumCursor.Malformed();
    }
    int number = at.peek() == '_' ? 1 : at.number() + 2;
    at.expect('_');
    return (closure ? "{lambda#" : "{unnamed type#") + number + "}";
  }

  /** What is declared inside a function. */
  private String local() {
    at.expect('Z');
    String function = encoding();
    types.signature();
    at.expect('E');
    if (at.skip('s')) {
      discriminator();
      return function + "::string literal";
    }
    if (at.skip('d')) {
      at.number();
      at.expect('_');
    }
    String entity = name();
    discriminator();
    return function + "::" + entity;
  }

  private void discriminator() {
    if (at.skip("__")) {
      at.number();
      at.expect('_');
    } else if (at.peek() == '_' && isDigit(at.peek(1))) {
      at.take(2);
    }
  }

  private void abiTag() {
    at.expect('B');
    source();
  }

  private static String last(String scope) {
    return scope.substring(scope.lastIndexOf("::") < 0 ? 0 : scope.lastIndexOf("::") + 2);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
