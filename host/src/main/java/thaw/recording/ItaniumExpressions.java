package thaw.recording;

import java.util.Set;

/**
 * Expressions among template arguments, in the grammar of the Itanium C++ ABI: to get past them.
 */
final class ItaniumExpressions {
  private static final Set<String> UNARY =
      Set.of("ps", "ng", "ad", "de", "co", "nt", "pp", "mm", "nx", "sp", "sz", "az", "te", "tw");
  private static final Set<String> OF_TYPE = Set.of("st", "at", "ti");
  private static final Set<String> CASTS = Set.of("dc", "sc", "cc", "rc");

  private final ItaniumCursor at;
  private final ItaniumNames names;
  private final ItaniumTypes types;

  ItaniumExpressions(ItaniumCursor cursor, ItaniumNames names, ItaniumTypes types) {
    at = cursor;
    this.names = names;
    this.types = types;
  }

  /** {@code L type value E}, or {@code L _Z encoding E}. */
  void literal() {
    at.expect('L');
    if (at.skip("_Z") || at.peek() == 'Z' && at.skip('Z')) {
      names.encoding();
      types.signature();
      at.expect('E');
      return;
    }
    types.type();
    while (!at.skip('E')) {
      at.next();
    }
  }

  void expression() {
    if (at.peek() == 'L') {
      literal();
      return;
    }
    if (at.peek() == 'T') {
      types.templateParameter();
      return;
    }
    if (at.isDigit()) {
      names.source();
      arguments();
      return;
    }
    if (at.peek() == 'f' && (at.peek(1) == 'p' || at.peek(1) == 'L')) {
      functionParameter();
      return;
    }
    if (at.skip("gs")) {
      expression();
      return;
    }
    coded(at.take(2));
  }

  private void coded(String code) {
    if (UNARY.contains(code)) {
      if (code.equals("pp") || code.equals("mm")) {
        at.skip('_');
      }
      expression();
    } else if (OF_TYPE.contains(code)) {
      types.type();
    } else if (CASTS.contains(code)) {
      types.type();
      expression();
    } else {
      switch (code) {
        case "cl", "il" -> untilEnd();
        case "tl" -> {
          types.type();
          untilEnd();
        }
        case "cv" -> {
          types.type();
          if (at.skip('_')) {
            untilEnd();
          } else {
            expression();
          }
        }
        case "sr" -> scoped();
        case "on" -> operatorName();
        case "sZ" -> expression();
        case "tr" -> {}
        case "dt", "pt" -> {
          expression();
          expression();
        }
        case "qu" -> {
          expression();
          expression();
          expression();
        }
        default -> {
          if (!ItaniumNames.isOperator(code)) {
            throw new ItaniumCursor.Malformed();
          }
          expression();
          expression();
        }
      }
    }
  }

  private void untilEnd() {
    while (!at.skip('E')) {
      expression();
    }
  }

  private void functionParameter() {
    at.next();
    if (at.next() == 'L') {
      at.number();
      at.expect('p');
    }
    types.qualifiers();
    at.number();
    at.expect('_');
  }

  /** {@code sr type name}, {@code srN type name+ E name}. */
  private void scoped() {
    boolean nested = at.skip('N');
    types.type();
    if (nested) {
      while (!at.skip('E')) {
        names.source();
        arguments();
      }
    }
    if (at.skip("on")) {
      operatorName();
    } else {
      names.source();
      arguments();
    }
  }

  private void operatorName() {
    if (at.skip("cv")) {
      types.type();
    } else {
      at.take(2);
    }
    arguments();
  }

  private void arguments() {
    if (at.peek() == 'I') {
      types.templateArguments();
    }
  }
}
