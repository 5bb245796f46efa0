package thaw.recording;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name in a C++ function's declaration: of {@code void Foo<int>::bar(char const*) const} it is
 * {@code Foo::bar}. One pass over the text, which a demangler has written.
 */
final class QualifiedName {
  /** The prefixes that stand before the declaration and belong to the name. */
  private static final Pattern PREFIX =
      Pattern.compile(
          "(?:non-virtual|virtual|covariant return) thunk to |TLS (?:wrapper|init) function for ");

  /** The longest first. A space, or quotes, lead to a type or a name, up to the parameters. */
  private static final Pattern OPERATOR =
      Pattern.compile(
          "\\boperator(?:\\(\\)|\\[]|<=>|->\\*|<<=|>>=|<<|>>|->|\\+\\+|--|&&|\\|\\|"
              + "|[-+*/%^&|=!<>]=|[-+*/%^&|=!<>~,?]|(?<words>\"\" | (?! *<)))");

  /** The parts that are dropped wherever they stand outside of brackets. */
  private static final Pattern EXTRA =
      Pattern.compile(
          "\\[abi:\\w+]| \\[clone [^]]*]|(?<=\\))(?: (?:const|volatile|restrict|&&?))+");

  private static final String ANONYMOUS = "(anonymous namespace)";

  private final String text;
  private final StringBuilder name = new StringBuilder();
  private int at;

  private QualifiedName(String text) {
    this.text = text;
  }

  static String of(String declaration) {
    return new QualifiedName(declaration).read();
  }

  private String read() {
    Matcher operator = OPERATOR.matcher(text);
    Matcher extra = EXTRA.matcher(text);
    int start = 0;
    Matcher prefix = PREFIX.matcher(text);
    if (prefix.lookingAt()) {
      start = prefix.end();
      name.append(prefix.group());
      at = start;
    }
    boolean inBraces = false;
    boolean inWords = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == 'o' && isAt(operator)) {
        name.append(operator.group());
        inWords = operator.group("words") != null;
        at = operator.end() + (text.startsWith(" <", operator.end()) ? 1 : 0);
      } else if ((c == '[' || c == ' ') && isAt(extra)) {
        at = extra.end();
      } else if (text.startsWith(ANONYMOUS, at)) {
        name.append(ANONYMOUS);
        at += ANONYMOUS.length();
      } else if (text.startsWith("(*", at) || text.startsWith("(&", at)) {
        name.setLength(start); // a function that gives a function: its name is in these brackets
        at += 2;
      } else if (c == ')') {
        break;
      } else if (c == '(' || c == '<') {
        inWords &= c == '<';
        skipBrackets(operator);
      } else if (c == ' ' && !inBraces && !inWords) {
        name.setLength(start); // what was read is the type of the result
        at++;
      } else {
        inBraces = c == '{' || inBraces && c != '}';
        name.append(c);
        at++;
      }
    }
    return name.toString().stripTrailing();
  }

  private boolean isAt(Matcher pattern) {
    return pattern.region(at, text.length()).useTransparentBounds(true).lookingAt();
  }

  /** Moves to behind the bracket that closes the one here. */
  private void skipBrackets(Matcher operator) {
    Deque<Character> open = new ArrayDeque<>();
    do {
      char c = text.charAt(at);
      if (c == 'o' && isAt(operator)) {
        at = operator.end();
        continue;
      }
      if (c == '(' || c == '<') {
        open.push(c);
      } else if (c == '>' && open.getFirst() == '<' && text.charAt(at - 1) != '-') {
        open.pop();
      } else if (c == ')') {
        while (!open.isEmpty() && open.pop() != '(') {
          // A sign that is smaller than something, not a bracket.
        }
      }
      at++;
    } while (!open.isEmpty() && at < text.length());
  }
}
