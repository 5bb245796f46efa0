package thaw.recording;

import java.util.Map;

/** Types in the grammar of the Itanium C++ ABI: only as far as later names refer to them. */
final class ItaniumTypes {
  private static final Map<Character, String> BUILT_IN =
      Map.ofEntries(
          Map.entry('v', "void"),
          Map.entry('w', "wchar_t"),
          Map.entry('b', "bool"),
          Map.entry('c', "char"),
          Map.entry('a', "signed char"),
          Map.entry('h', "unsigned char"),
          Map.entry('s', "short"),
          Map.entry('t', "unsigned short"),
          Map.entry('i', "int"),
          Map.entry('j', "unsigned int"),
          Map.entry('l', "long"),
          Map.entry('m', "unsigned long"),
          Map.entry('x', "long long"),
          Map.entry('y', "unsigned long long"),
          Map.entry('n', "__int128"),
          Map.entry('o', "unsigned __int128"),
          Map.entry('f', "float"),
          Map.entry('d', "double"),
          Map.entry('e', "long double"),
          Map.entry('g', "__float128"),
          Map.entry('z', "..."));

  private final ItaniumCursor at;
  private final ItaniumNames names;
  private final ItaniumExpressions expressions;

  ItaniumTypes(ItaniumCursor cursor, ItaniumNames names) {
    at = cursor;
    this.names = names;
    expressions = new ItaniumExpressions(cursor, names, this);
  }

  /** {@code restrict}, {@code volatile}, {@code const}. */
  String qualifiers() {
    StringBuilder found = new StringBuilder();
    while (true) {
      if (at.skip('r')) {
        found.append(" restrict");
      } else if (at.skip('V')) {
        found.append(" volatile");
      } else if (at.skip('K')) {
        found.append(" const");
      } else {
        return found.toString();
      }
    }
  }

  /** Types of result and parameters of a function: up to the end of the name that it is in. */
  void signature() {
    while (at.peek() != 'E' && at.peek() != 0 && at.peek() != '.') {
      type();
    }
  }

  String type() {
    String qualifiers = qualifiers();
    if (!qualifiers.isEmpty()) {
      return remember(type() + qualifiers);
    }
    String builtIn = BUILT_IN.get(at.peek());
    if (builtIn != null) {
      at.next();
      return builtIn;
    }
    return switch (at.peek()) {
      case 'P' -> derived("*");
      case 'R' -> derived("&");
      case 'O' -> derived("&&");
      case 'C', 'G' -> derived("");
      case 'F' -> remember(function());
      case 'A' -> remember(array());
      case 'M' -> remember(member());
      case 'U' -> remember(vendorQualified());
      case 'u' -> {
        at.next();
        yield remember(names.source());
      }
      case 'T' -> elaboratedOrParameter();
      case 'D' -> extended();
      case 'S' -> substituted();
      default -> remember(names.name());
    };
  }

  /** {@code I ... E}, whose text is left out. */
  void templateArguments() {
    at.expect('I');
    while (!at.skip('E')) {
      templateArgument();
    }
  }

  private void templateArgument() {
    if (at.skip('J')) {
      while (!at.skip('E')) {
        templateArgument();
      }
    } else if (at.skip('X')) {
      expressions.expression();
      at.expect('E');
    } else if (at.peek() == 'L') {
      expressions.literal();
    } else {
      type();
    }
  }

  String templateParameter() {
    at.expect('T');
    at.number();
    at.expect('_');
    return "T";
  }

  private String remember(String type) {
    at.remember(type);
    return type;
  }

  private String derived(String suffix) {
    at.next();
    return remember(type() + suffix);
  }

  private String function() {
    at.expect('F');
    at.skip('Y');
    String result = type();
    while (!at.skip('E')) {
      if (at.peek() == 'R' && at.peek(1) == 'E' || at.peek() == 'O' && at.peek(1) == 'E') {
        at.next();
      } else {
        type();
      }
    }
    return result + " ()";
  }

  private String array() {
    at.expect('A');
    if (at.isDigit()) {
      at.number();
    } else if (at.peek() != '_') {
      expressions.expression();
    }
    at.expect('_');
    return type() + "[]";
  }

  private String member() {
    at.expect('M');
    String owner = type();
    return type() + " " + owner + "::*";
  }

  private String vendorQualified() {
    at.expect('U');
    names.source();
    if (at.peek() == 'I') {
      templateArguments();
    }
    return type();
  }

  private String elaboratedOrParameter() {
    if (at.peek(1) == 's' || at.peek(1) == 'u' || at.peek(1) == 'e') {
      at.take(2);
      return remember(names.name());
    }
    String parameter = remember(templateParameter());
    if (at.peek() == 'I') {
      templateArguments();
      remember(parameter);
    }
    return parameter;
  }

  private String substituted() {
    if (at.peek(1) == 't') {
      return remember(names.name());
    }
    String name = names.substitution();
    if (at.peek() == 'I') {
      templateArguments();
      return remember(name);
    }
    return name;
  }

  private String extended() {
    at.expect('D');
    char kind = at.next();
    return switch (kind) {
      case 'd' -> "decimal64";
      case 'e' -> "decimal128";
      case 'f' -> "decimal32";
      case 'h' -> "half";
      case 'i' -> "char32_t";
      case 's' -> "char16_t";
      case 'u' -> "char8_t";
      case 'a' -> "auto";
      case 'c' -> "decltype(auto)";
      case 'n' -> "decltype(nullptr)";
      case 'F', 'B' -> {
        at.number();
        if (!at.skip('x') && !at.skip('b')) {
          at.expect('_');
        }
        yield "_Float";
      }
      case 't', 'T' -> {
        expressions.expression();
        at.expect('E');
        yield remember("decltype");
      }
      case 'p' -> remember(type());
      case 'o' -> type(); // noexcept, in front of a function's type
      case 'O' -> {
        expressions.expression();
        at.expect('E');
        yield type();
      }
      case 'v' -> {
        if (at.isDigit()) {
          at.number();
        } else {
          at.expect('_');
          expressions.expression();
        }
        at.expect('_');
        yield remember(type() + " vector");
      }
      default -> throw new ItaniumCursor.Malformed();
    };
  }
}
