package thaw.wire;

import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The messages of a dictionary of QuickFIX/J, each with a description of wire: a component is an
 * object in an object, a group a list of objects.
 */
final class FixDictionary {
  /** A field, a component or a group. */
  record Part(Field field, String type, boolean required, List<String> values, Parts parts) {
    boolean isGroup() {
      return type.equals("NUMINGROUP");
    }
  }

  /** What a message, a component or a member of a group consists of. */
  static final class Parts extends ObjectShape<Object[]> {
    private final List<Part> all = new ArrayList<>();

    List<Part> all() {
      return all;
    }

    @Override
    protected Object[] blank() {
      return new Object[all.size()];
    }

    @Override
    protected Object[] fields(Wire w, Object[] values) {
      for (int i = 0; i < values.length; i++) {
        values[i] = value(w, all.get(i), values[i]);
      }
      return values;
    }

    @SuppressWarnings("unchecked")
    private static Object value(Wire w, Part part, Object value) {
      Field field = part.field;
      return switch (part.type) {
        case "COMPONENT" -> w.value(field, (Object[]) value, part.parts);
        case "NUMINGROUP" -> w.list(field, (List<Object[]>) value, part.parts);
        case "INT", "SEQNUM", "LENGTH" -> w.value(field, (Integer) value, Shapes.INT32);
        case "FLOAT", "PERCENTAGE" -> w.value(field, (Double) value, Shapes.FLOAT64);
        case "QTY", "PRICE", "PRICEOFFSET", "AMT" -> w.decimal(field, (BigDecimal) value);
        case "CHAR" -> w.value(field, (Character) value, Shapes.CHARACTER);
        case "BOOLEAN" -> w.value(field, (Boolean) value, Shapes.BOOL);
        case "UTCTIMESTAMP" -> w.timestamp(field, (Instant) value);
        case "UTCTIMEONLY" -> w.value(field, (LocalTime) value, TextShapes.LOCAL_TIME);
        case "UTCDATEONLY", "LOCALMKTDATE" ->
            w.value(field, (LocalDate) value, TextShapes.LOCAL_DATE);
        case "MONTHYEAR" -> w.value(field, (YearMonth) value, TextShapes.YEAR_MONTH);
        case "DATA" -> w.bytes(field, (byte[]) value);
        default -> w.string(field, (String) value);
      };
    }

    // ---- random values

    Object[] random(RandomGenerator random, int often) {
      return random(random, often, 0);
    }

    private Object[] random(RandomGenerator random, int often, int depth) {
      Object[] made = blank();
      for (int i = 0; i < made.length; i++) {
        Part part = all.get(i);
        if (part.required || random.nextInt(100) < often) {
          made[i] = random(random, part, often, depth);
        }
      }
      return made;
    }

    /** A member of a group, which has its first field; a component's, if that is what is first. */
    private Object[] member(RandomGenerator random, int often, int depth) {
      Object[] made = random(random, often, depth);
      if (made[0] == null || all.get(0).type.equals("COMPONENT")) {
        Part first = all.get(0);
        made[0] =
            first.type.equals("COMPONENT")
                ? first.parts.member(random, often, depth)
                : random(random, first, often, depth);
      }
      return made;
    }

    private static Object random(RandomGenerator random, Part part, int often, int depth) {
      if (part.isGroup()) {
        List<Object[]> members = new ArrayList<>();
        int most = part.values.isEmpty() ? 3 : part.values.size();
        for (int i = random.nextInt(most) + 1; i > 0; i--) {
          members.add(part.parts.member(random, often * 2 / 3, depth + 1));
        }
        return members;
      }
      if (part.type.equals("COMPONENT")) {
        Object[] made = part.parts.random(random, often, depth);
        return isEmpty(made) ? null : made;
      }
      String value =
          part.values.isEmpty() ? null : part.values.get(random.nextInt(part.values.size()));
      return switch (part.type) {
        case "INT", "SEQNUM", "LENGTH" ->
            value != null
                ? Integer.valueOf(value)
                : random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(-9, 2_000);
        case "FLOAT", "PERCENTAGE" ->
            random.nextBoolean() ? random.nextInt(10_000) / 100.0 : random.nextGaussian();
        case "QTY", "PRICE", "PRICEOFFSET", "AMT" -> decimal(random);
        case "CHAR" -> value != null ? value.charAt(0) : (char) random.nextInt('!', 0x7f);
        case "BOOLEAN" -> random.nextBoolean();
        case "UTCTIMESTAMP" ->
            Instant.ofEpochSecond(random.nextLong(4_000_000_000L), nanos(random));
        case "UTCTIMEONLY" ->
            LocalTime.ofSecondOfDay(random.nextInt(86_400)).withNano(nanos(random));
        case "UTCDATEONLY", "LOCALMKTDATE" -> LocalDate.ofEpochDay(random.nextInt(40_000));
        case "MONTHYEAR" -> YearMonth.of(random.nextInt(1900, 2100), random.nextInt(1, 13));
        case "DATA" -> data(random, depth);
        default -> value != null ? value : text(random);
      };
    }

    private static int nanos(RandomGenerator random) {
      return switch (random.nextInt(4)) {
        case 0 -> 0;
        case 1 -> random.nextInt(1_000) * 1_000_000;
        case 2 -> random.nextInt(1_000_000) * 1_000;
        default -> random.nextInt(1_000_000_000);
      };
    }

    private static BigDecimal decimal(RandomGenerator random) {
      return switch (random.nextInt(4)) {
        case 0 -> BigDecimal.valueOf(random.nextInt(1_000_000), random.nextInt(6));
        case 1 -> BigDecimal.valueOf(random.nextLong(), random.nextInt(25));
        case 2 -> BigDecimal.valueOf(-random.nextInt(1_000));
        default -> new BigDecimal(new BigInteger(120, new java.util.Random(random.nextLong())), 9);
      };
    }

    /**
     * With SOH, = and what looks like fields; without SOH in groups that are in groups, where
     * QuickFIX/J 2.3.1 does not know which fields are data.
     */
    private static byte[] data(RandomGenerator random, int depth) {
      byte[] made = new byte[random.nextInt(1, 40)];
      byte[] some =
          "\00154=1\00110=000\1=\1\n\u00ff".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
      for (int i = 0; i < made.length; i++) {
        made[i] = random.nextBoolean() ? some[i % some.length] : (byte) random.nextInt();
        made[i] = depth > 1 && made[i] == 1 ? 2 : made[i];
      }
      return made;
    }

    private static String text(RandomGenerator random) {
      StringBuilder text = new StringBuilder();
      boolean ascii = random.nextInt(4) > 0;
      for (int i = random.nextInt(1, random.nextInt(8) == 0 ? 200 : 12); i > 0; i--) {
        text.append(
            ascii
                ? (char) random.nextInt('!', 0x7f)
                : "=\u20ac\u00e9|~ \ud83c".charAt(random.nextInt(6)));
      }
      return text.toString().strip().isEmpty() ? "=" : text.toString();
    }
  }

  static boolean isEmpty(Object[] values) {
    for (Object each : values) {
      if (each != null) {
        return false;
      }
    }
    return true;
  }

  /** All of it, with types. */
  static String text(Object value) {
    if (value instanceof Object[] all) {
      StringBuilder text = new StringBuilder("{");
      for (Object each : all) {
        text.append(text(each)).append(' ');
      }
      return text.append('}').toString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(FixDictionary::text).toList().toString();
    }
    return value instanceof byte[] bytes
        ? java.util.Arrays.toString(bytes)
        : value == null ? "" : value.getClass().getSimpleName() + ":" + value;
  }

  private final Map<String, Element> components = new HashMap<>();
  private final Map<String, Element> fields = new HashMap<>();
  private final Map<String, Parts> messages = new LinkedHashMap<>();
  private final Parts header;
  private final Parts trailer;
  private int componentNumber = 100_000;

  FixDictionary(String resource) throws Exception {
    Document document;
    try (InputStream in = FixDictionary.class.getResourceAsStream(resource)) {
      document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(Objects.requireNonNull(in, resource));
    }
    Element root = document.getDocumentElement();
    for (Element each : children(child(root, "fields"))) {
      fields.put(each.getAttribute("name"), each);
    }
    for (Element each : children(child(root, "components"))) {
      components.put(each.getAttribute("name"), each);
    }
    header = parts(child(root, "header"));
    trailer = parts(child(root, "trailer"));
    for (Element each : children(child(root, "messages"))) {
      Parts parts = new Parts();
      parts.all.add(
          new Part(
              Field.of(35, "MsgType"),
              "STRING",
              true,
              List.of(each.getAttribute("msgtype")),
              null));
      parts.all.add(component("StandardHeader", header));
      parts.all.addAll(parts(each).all);
      parts.all.add(component("StandardTrailer", trailer));
      messages.put(each.getAttribute("name"), parts);
    }
  }

  Map<String, Parts> messages() {
    return messages;
  }

  private Part component(String name, Parts parts) {
    return new Part(Field.of(++componentNumber, name), "COMPONENT", true, List.of(), parts);
  }

  private Parts parts(Element around) {
    Parts parts = new Parts();
    for (Element each : children(around)) {
      String name = each.getAttribute("name");
      boolean required = each.getAttribute("required").equals("Y");
      if (each.getTagName().equals("component")) {
        Parts inner = parts(Objects.requireNonNull(components.get(name), name));
        parts.all.add(
            new Part(Field.of(++componentNumber, name), "COMPONENT", required, List.of(), inner));
        continue;
      }
      Element field = Objects.requireNonNull(fields.get(name), name);
      int number = Integer.parseInt(field.getAttribute("number"));
      String type = field.getAttribute("type");
      boolean frame = List.of(8, 9, 10, 35).contains(number);
      boolean length = Field.dataLength(number == 93 ? 89 : number + 1) == number;
      if (!frame && !length) {
        List<String> values = new ArrayList<>();
        for (Element value : children(field)) {
          String text = value.getAttribute("enum");
          if (!type.equals("CHAR") || text.length() == 1) { // some have 99, for others
            values.add(text);
          }
        }
        boolean group = each.getTagName().equals("group");
        parts.all.add(
            new Part(
                Field.of(number, name),
                group ? "NUMINGROUP" : type.equals("NUMINGROUP") ? "INT" : type,
                required,
                values,
                group ? parts(each) : null));
      }
    }
    return parts;
  }

  private static Element child(Element around, String name) {
    for (Element each : children(around)) {
      if (each.getTagName().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static List<Element> children(Element around) {
    List<Element> all = new ArrayList<>();
    NodeList nodes = around.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      if (nodes.item(i) instanceof Element element) {
        all.add(element);
      }
    }
    return all;
  }
}
