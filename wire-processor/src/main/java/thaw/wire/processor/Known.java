package thaw.wire.processor;

import java.util.Map;

/** Types of the JDK that have a shape in thaw.wire. */
final class Known {
  /** The constants of {@code Shapes} and {@code ArrayShapes}, by the type's name. */
  static final Map<String, Expr> SHAPES =
      Map.ofEntries(
          Map.entry("java.lang.Boolean", Expr.constant("Shapes", "BOOL")),
          Map.entry("java.lang.Byte", Expr.constant("Shapes", "INT8")),
          Map.entry("java.lang.Short", Expr.constant("Shapes", "INT16")),
          Map.entry("java.lang.Integer", Expr.constant("Shapes", "INT32")),
          Map.entry("java.lang.Long", Expr.constant("Shapes", "INT64")),
          Map.entry("java.lang.Float", Expr.constant("Shapes", "FLOAT32")),
          Map.entry("java.lang.Double", Expr.constant("Shapes", "FLOAT64")),
          Map.entry("java.lang.Character", Expr.constant("Shapes", "CHARACTER")),
          Map.entry("java.lang.String", Expr.constant("Shapes", "STRING")),
          Map.entry("java.math.BigDecimal", Expr.constant("Shapes", "DECIMAL")),
          Map.entry("java.math.BigInteger", Expr.constant("Shapes", "INTEGER")),
          Map.entry("java.time.Instant", Expr.constant("Shapes", "TIMESTAMP")),
          Map.entry("java.util.Date", Expr.constant("Shapes", "DATE")),
          Map.entry("java.lang.Object", Expr.constant("Shapes", "ANY")),
          Map.entry("java.nio.ByteBuffer", Expr.constant("Shapes", "BUFFER")),
          Map.entry("byte[]", Expr.constant("Shapes", "BYTES")),
          Map.entry("boolean[]", Expr.constant("ArrayShapes", "BOOLS")),
          Map.entry("short[]", Expr.constant("ArrayShapes", "INT16S")),
          Map.entry("int[]", Expr.constant("ArrayShapes", "INT32S")),
          Map.entry("long[]", Expr.constant("ArrayShapes", "INT64S")),
          Map.entry("float[]", Expr.constant("ArrayShapes", "FLOAT32S")),
          Map.entry("double[]", Expr.constant("ArrayShapes", "FLOAT64S")),
          Map.entry("char[]", Expr.constant("ArrayShapes", "CHARS")));

  /** The shapes of types that are written as texts, by the type's name. */
  static final Map<String, Expr> TEXTS =
      Map.ofEntries(
          Map.entry("java.util.UUID", Expr.constant("TextShapes", "UUID")),
          Map.entry("java.net.URI", Expr.constant("TextShapes", "URI")),
          Map.entry("java.time.Duration", Expr.constant("TextShapes", "DURATION")),
          Map.entry("java.time.Period", Expr.constant("TextShapes", "PERIOD")),
          Map.entry("java.time.LocalDate", Expr.constant("TextShapes", "LOCAL_DATE")),
          Map.entry("java.time.LocalTime", Expr.constant("TextShapes", "LOCAL_TIME")),
          Map.entry("java.time.LocalDateTime", Expr.constant("TextShapes", "LOCAL_DATE_TIME")),
          Map.entry("java.time.OffsetDateTime", Expr.constant("TextShapes", "OFFSET_DATE_TIME")),
          Map.entry("java.time.ZonedDateTime", Expr.constant("TextShapes", "ZONED_DATE_TIME")),
          Map.entry("java.time.YearMonth", Expr.constant("TextShapes", "YEAR_MONTH")),
          Map.entry("java.time.Year", Expr.constant("TextShapes", "YEAR")),
          Map.entry("java.time.ZoneId", Expr.constant("TextShapes", "ZONE_ID")),
          Map.entry("java.util.Locale", Expr.constant("TextShapes", "LOCALE")),
          Map.entry("java.util.Currency", Expr.constant("TextShapes", "CURRENCY")));

  /** The shapes of scalars that are texts as keys of maps, and only there, by the type's name. */
  static final Map<String, Expr> KEYS =
      Map.of(
          "java.lang.String", Expr.constant("TextShapes", "STRING"),
          "java.lang.Byte", Expr.constant("TextShapes", "INT8"),
          "java.lang.Short", Expr.constant("TextShapes", "INT16"),
          "java.lang.Integer", Expr.constant("TextShapes", "INT32"),
          "java.lang.Long", Expr.constant("TextShapes", "INT64"),
          "java.lang.Character", Expr.constant("TextShapes", "CHARACTER"),
          "java.time.Instant", Expr.constant("TextShapes", "INSTANT"));

  /**
   * The classes that stand for interfaces of the JDK when they are read, but for List, Set and Map.
   */
  static final Map<String, String> MADE_AS =
      Map.of(
          "java.util.SortedSet", "java.util.TreeSet",
          "java.util.NavigableSet", "java.util.TreeSet",
          "java.util.Queue", "java.util.ArrayDeque",
          "java.util.Deque", "java.util.ArrayDeque",
          "java.util.SortedMap", "java.util.TreeMap",
          "java.util.NavigableMap", "java.util.TreeMap",
          "java.util.concurrent.ConcurrentMap", "java.util.concurrent.ConcurrentHashMap");

  private Known() {}
}
