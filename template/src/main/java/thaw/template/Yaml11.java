package thaw.template;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.Schema;

/**
 * What plain scalars are in a template: CloudFormation reads YAML 1.1, in which {@code yes} is
 * true, {@code 0644} is 420 and {@code 12:30:45} is 45045. Dates stay texts, as it leaves them. A
 * word such as {@code ${Stage}} is a text.
 *
 * @see <a href="https://yaml.org/type/">types of YAML 1.1</a>
 */
public final class Yaml11 implements Schema {
  private static final Set<String> TRUE = Set.of("true", "yes", "on");
  private static final Set<String> FALSE = Set.of("false", "no", "off");
  private static final int LONGEST_BOOLEAN = 5;
  private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
  private static final int LONGEST_NULL = 4;
  private static final Pattern INTEGER =
      Pattern.compile("[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*(?::[0-5]?[0-9])*)");
  private static final Pattern FRACTION =
      Pattern.compile(
          "[-+]?(?:[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+]?[0-9]+)?|\\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?"
              + "|[0-9][0-9_]*[eE][-+][0-9]+|[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*)");
  private static final BigInteger SIXTY = BigInteger.valueOf(60);

  @Override
  public ScalarResolver getScalarResolver() {
    return (text, implicit) -> implicit ? tag(text) : Tag.STR;
  }

  @Override
  public Map<Tag, ConstructNode> getSchemaTagConstructors() {
    return Map.of();
  }

  /**
   * Returns the nodes of a text, each at its place in it.
   *
   * @throws YamlEngineException where it is no YAML
   */
  public static Optional<Node> nodes(String text) {
    return new Compose(LoadSettings.builder().setSchema(new Yaml11()).build())
        .composeString(BareHyphens.replaced(text));
  }

  /**
   * Returns a scalar.
   *
   * @param tag that is written before it
   * @param isPlain whether it stands there without quotes and without a tag
   */
  static TemplateValue.Text text(String text, Optional<String> tag, boolean isPlain, Place place) {
    if (tag.isEmpty() && !isPlain) {
      return TemplateValue.string(text, place);
    }
    Tag type = tag.isEmpty() ? tag(text) : new Tag(tag.get());
    return new TemplateValue.Text(value(type, text), kind(type), place);
  }

  private static TemplateValue.Kind kind(Tag tag) {
    if (tag.equals(Tag.STR)) {
      return TemplateValue.Kind.STRING;
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return TemplateValue.Kind.NUMBER;
    }
    if (tag.equals(Tag.BOOL)) {
      return TemplateValue.Kind.BOOLEAN;
    }
    return tag.equals(Tag.NULL) ? TemplateValue.Kind.NULL : TemplateValue.Kind.STRING;
  }

  /** As most numbers of templates are: one digit, or more that do not begin with a zero. */
  private static boolean isPlainNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() == 1 || text.length() > 1 && text.charAt(0) != '0';
  }

  private static Tag tag(String text) {
    if (text.length() <= LONGEST_NULL && NULL.contains(text)) {
      return Tag.NULL;
    }
    char first = text.charAt(0);
    if (first >= '0' && first <= '9' || first == '-' || first == '+' || first == '.') {
      if (isPlainNumber(text) || INTEGER.matcher(text).matches()) {
        return Tag.INT;
      }
      return FRACTION.matcher(text).matches() ? Tag.FLOAT : Tag.STR;
    }
    return isBoolean(text) ? Tag.BOOL : Tag.STR;
  }

  private static boolean isBoolean(String text) {
    if (text.length() > LONGEST_BOOLEAN) {
      return false;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (!TRUE.contains(lower) && !FALSE.contains(lower)) {
      return false;
    }
    String rest = text.substring(1);
    return text.equals(lower)
        || text.equals(text.toUpperCase(Locale.ROOT))
        || Character.isUpperCase(text.charAt(0)) && rest.equals(rest.toLowerCase(Locale.ROOT));
  }

  /** Returns the text of a boolean's or a number's value; another text is returned as it is. */
  private static String value(Tag tag, String text) {
    if (tag.equals(Tag.BOOL)) {
      return String.valueOf(TRUE.contains(text.toLowerCase(Locale.ROOT)));
    }
    if (tag.equals(Tag.INT) && !isPlainNumber(text) && INTEGER.matcher(text).matches()) {
      return integer(text).toString();
    }
    return tag.equals(Tag.FLOAT) && FRACTION.matcher(text).matches() ? fraction(text) : text;
  }

  private static BigInteger integer(String text) {
    boolean negative = text.startsWith("-");
    String digits = text.replaceAll("[-+_]", "");
    BigInteger value;
    if (digits.startsWith("0b")) {
      value = new BigInteger("0" + digits.substring(2), 2);
    } else if (digits.startsWith("0x")) {
      value = new BigInteger("0" + digits.substring(2), 16);
    } else if (digits.startsWith("0")) {
      value = new BigInteger(digits, 8);
    } else {
      value = BigInteger.ZERO;
      for (String part : digits.split(":", -1)) {
        value = value.multiply(SIXTY).add(new BigInteger(part));
      }
    }
    return negative ? value.negate() : value;
  }

  private static String fraction(String written) {
    String digits = written.replace("_", "");
    boolean negative = digits.startsWith("-");
    List<String> parts = List.of(digits.replaceFirst("^[-+]", "").split(":", -1));
    BigDecimal value = BigDecimal.ZERO;
    for (String part : parts) {
      String plain = part.endsWith(".") ? part + "0" : part;
      value =
          value
              .multiply(new BigDecimal(SIXTY))
              .add(
                  new BigDecimal(
                      plain.startsWith(".")
                          ? "0" + plain
                          : plain.replaceFirst("\\.(?=[eE])", ".0")));
    }
    String text = Double.toString((negative ? value.negate() : value).doubleValue());
    return text.contains("E") ? new BigDecimal(text).toPlainString() : text;
  }
}
