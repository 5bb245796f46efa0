package thaw.wire;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** What {@link FuzzTarget} reads documents as, by their first byte, with samples to begin with. */
final class FuzzShapes {
  /** A shape with values of it; one of them makes a document of some 60 KB. */
  record Known<T>(Shape<T> shape, List<T> samples) {}

  private FuzzShapes() {}

  static final List<Known<?>> ALL =
      List.of(
          new Known<>(WiredOrder.SHAPE, List.of(WiredOrder.SAMPLE, wide())),
          new Known<>(Shapes.ANY, List.of(any(), deep(190))),
          new Known<>(Figure.SHAPE, List.of(new Circle(7), new Group("g", figures()))),
          new Known<>(Texts.SHAPE, List.of(Texts.SAMPLE, new Texts(new Object[Texts.ALL.size()]))),
          new Known<>(Everything.SHAPE, List.of(everything(1), everything(2), everything(3))),
          new Known<>(
              Shapes.map(TextShapes.INT32, Shapes.list(Shapes.INTEGER)),
              List.of(Map.of(-1, List.of(java.math.BigInteger.TEN.pow(40))))),
          new Known<>(Letter.SHAPE, List.of(letter(1), letter(2), letter(3))));

  /** Those of FIX, which has no maps and no tag in two places. */
  private static final List<Known<?>> FIX =
      List.of(
          new Known<>(
              FixFormatTest.Message.SHAPE, List.of(FixFormatTest.Message.full(), parties())),
          new Known<>(FixFormatTest.Any.SHAPE, List.of(new FixFormatTest.Heartbeat("h"))),
          new Known<>(FixFormatTest.Node.SHAPE, List.of()),
          new Known<>(Circle.SHAPE, List.of(new Circle(7))),
          new Known<>(Texts.SHAPE, List.of(new Texts(new Object[Texts.ALL.size()]))));

  /** All, for formats to convert to each other. */
  static List<Known<?>> everyOne() {
    List<Known<?>> every = new ArrayList<>(ALL);
    every.addAll(FIX);
    return every;
  }

  static List<Known<?>> of(Format format) {
    return format == Format.FIX ? FIX : ALL;
  }

  private static FixFormatTest.Message parties() {
    FixFormatTest.Message message = new FixFormatTest.Message();
    message.parties = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      List<FixFormatTest.Sub> subs = i % 3 == 0 ? null : List.of(new FixFormatTest.Sub("s" + i, i));
      message.parties.add(new FixFormatTest.Party("p" + i, 'D', i, subs));
    }
    return message;
  }

  private static Everything everything(int seed) {
    return Everything.random(new Random(seed), seed);
  }

  private static Letter letter(int seed) {
    return Letter.random(new Random(seed), seed - 1);
  }

  /** Returns whether a format can have all values of a shape. */
  static boolean has(Format format, Known<?> known) {
    if (format == Format.FIX) {
      return FIX.contains(known);
    }
    if (format == Format.PROTOBUF) { // where a document is an object, without lists in lists
      return known.shape() instanceof SplitShape
          || known.shape() == Letter.SHAPE
          || known.shape() == WiredOrder.SHAPE
          || known.shape() == FixFormatTest.Message.SHAPE;
    }
    return format != Format.PLAIN_BINARY || known.shape() != Shapes.ANY;
  }

  private static WiredOrder wide() {
    List<WiredOrder.Line> lines = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      lines.add(new WiredOrder.Line("article " + i, i, i / 8.0, i % 3 == 0));
    }
    return new WiredOrder("wide", null, "n", 1, 2, false, 3, lines);
  }

  private static Object any() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", "a \"b\" \u20ac \ud83c\udf75");
    map.put("numbers", List.of(1L, -2.5, new java.math.BigDecimal("1e400"), Long.MIN_VALUE));
    map.put("12", List.of(true, false, Map.of()));
    return map;
  }

  private static Object deep(int depth) {
    Object value = List.of();
    for (int i = 1; i < depth; i++) {
      value = i % 2 == 0 ? List.of(value, 1L) : Map.of("k", value);
    }
    return value;
  }

  private static List<Figure> figures() {
    return List.of(new Circle(-1), new Box(1.5, 2), new Group(null, List.of(new Circle(3))));
  }

  /** As the processor describes them: which it is comes first. */
  sealed interface Figure {
    Shape<Figure> SHAPE =
        new SplitShape<>() {
          private static final Field TYPE = Field.of(1_000, "type");

          @Override
          protected void write(Wire w, Figure value) {
            if (value instanceof Circle) {
              w.string(TYPE, "circle");
              writeFields(Circle.SHAPE, w, (Circle) value);
            } else if (value instanceof Box) {
              w.string(TYPE, "box");
              writeFields(Box.SHAPE, w, (Box) value);
            } else {
              w.string(TYPE, "group");
              writeFields(Group.SHAPE, w, (Group) value);
            }
          }

          @Override
          protected Figure read(Wire w, Figure value) {
            String type = w.string(TYPE, null);
            if ("circle".equals(type)) {
              return readFields(Circle.SHAPE, w, value instanceof Circle same ? same : null);
            }
            if ("box".equals(type)) {
              return readFields(Box.SHAPE, w, value instanceof Box same ? same : null);
            }
            if ("group".equals(type)) {
              return readFields(Group.SHAPE, w, value instanceof Group same ? same : null);
            }
            throw w.error("no figure is called " + type);
          }
        };
  }

  record Circle(int radius) implements Figure {
    static final SplitShape<Circle> SHAPE =
        new SplitShape<>() {
          private static final Field RADIUS = Field.of(1, "radius");

          @Override
          protected void write(Wire w, Circle value) {
            w.int32(RADIUS, value.radius);
          }

          @Override
          protected Circle read(Wire w, Circle value) {
            return new Circle(w.int32(RADIUS, value == null ? 0 : value.radius));
          }
        };
  }

  record Box(double width, double height) implements Figure {
    static final SplitShape<Box> SHAPE =
        new SplitShape<>() {
          private static final Field WIDTH = Field.of(1, "width");
          private static final Field HEIGHT = Field.of(2, "height");

          @Override
          protected void write(Wire w, Box value) {
            w.float64(WIDTH, value.width);
            w.float64(HEIGHT, value.height);
          }

          @Override
          protected Box read(Wire w, Box value) {
            return new Box(w.float64(WIDTH, 0), w.float64(HEIGHT, 0));
          }
        };
  }

  record Group(String name, List<Figure> figures) implements Figure {
    static final SplitShape<Group> SHAPE =
        new SplitShape<>() {
          private static final Field NAME = Field.of(1, "name");
          private static final Field FIGURES = Field.of(2, "figures");

          @Override
          protected void write(Wire w, Group value) {
            w.string(NAME, value.name);
            w.list(FIGURES, value.figures, Figure.SHAPE);
          }

          @Override
          protected Group read(Wire w, Group value) {
            return new Group(w.string(NAME, null), w.list(FIGURES, null, Figure.SHAPE));
          }
        };
  }

  /** A field for each shape of text. */
  record Texts(Object[] values) {
    @SuppressWarnings("unchecked")
    private static <T> TextShape<Object> shape(TextShape<T> shape) {
      return (TextShape<Object>) shape;
    }

    static final List<TextShape<Object>> ALL =
        List.of(
            shape(TextShapes.CHARACTER),
            shape(TextShapes.UUID),
            shape(TextShapes.URI),
            shape(TextShapes.DURATION),
            shape(TextShapes.PERIOD),
            shape(TextShapes.LOCAL_DATE),
            shape(TextShapes.LOCAL_TIME),
            shape(TextShapes.LOCAL_DATE_TIME),
            shape(TextShapes.OFFSET_DATE_TIME),
            shape(TextShapes.ZONED_DATE_TIME),
            shape(TextShapes.INSTANT),
            shape(TextShapes.YEAR_MONTH),
            shape(TextShapes.YEAR),
            shape(TextShapes.ZONE_ID),
            shape(TextShapes.LOCALE),
            shape(TextShapes.CURRENCY));

    static final Texts SAMPLE =
        new Texts(
            new Object[] {
              'x',
              new UUID(1, -1),
              URI.create("https://example.com/a?b#c"),
              Duration.ofSeconds(90, 5),
              Period.of(1, -2, 3),
              LocalDate.EPOCH,
              LocalTime.NOON,
              LocalDateTime.of(2026, 2, 28, 1, 2, 3, 4),
              LocalDateTime.MIN.atOffset(ZoneOffset.MAX),
              LocalDateTime.of(2026, 3, 29, 2, 30).atZone(ZoneId.of("Europe/Berlin")),
              Instant.EPOCH,
              YearMonth.of(-4, 2),
              Year.of(2026),
              ZoneId.of("Z"),
              Locale.forLanguageTag("zh-Hant-TW"),
              Currency.getInstance("CHF")
            });

    private static final Field[] FIELDS = new Field[ALL.size()];

    static {
      for (int i = 0; i < FIELDS.length; i++) {
        FIELDS[i] = Field.of(i + 1, "f" + i);
      }
    }

    static final ObjectShape<Texts> SHAPE =
        new ObjectShape<>() {
          @Override
          protected Texts blank() {
            return new Texts(new Object[FIELDS.length]);
          }

          @Override
          protected Texts fields(Wire w, Texts value) {
            for (int i = 0; i < FIELDS.length; i++) {
              value.values[i] = w.value(FIELDS[i], value.values[i], ALL.get(i));
            }
            return value;
          }
        };
  }
}
