package thaw.lab.garbage;

import java.util.List;
import java.util.stream.Stream;
import thaw.lab.result.Case;
import thaw.lab.result.Quantity;

/**
 * One way of reading fields in one kind of JVM: a row of the lesson's tables, and for how many
 * fields it is measured.
 *
 * @see LambdaGarbage
 */
enum GarbageWay {
  SMALL("capturing, small callee", Mode.C2, "small", "capturing", "1 8 9 16 24 32 48 64", "16 64"),
  BIG(
      "capturing, big callee",
      Mode.C2,
      "big",
      "capturing",
      "1 2 4 8 9 14 16 24 32 48 64",
      "8 9 16 32 64"),
  BIG_300(
      "capturing, big callee, MaxBCEAEstimateSize=300",
      Mode.BCEA_300,
      "big",
      "capturing",
      "9 48 64",
      "64"),
  BIG_600(
      "capturing, big callee, MaxBCEAEstimateSize=600",
      Mode.BCEA_600,
      "big",
      "capturing",
      "9 48 64",
      "64"),
  SPLIT(
      "capturing in two methods, big callee",
      Mode.C2,
      "big",
      "split",
      "2 8 9 16 24 32 48 64",
      "32 64"),
  ANONYMOUS(
      "anonymous classes, big callee",
      Mode.C2,
      "big",
      "anonymous",
      "1 8 9 16 24 32 48 64",
      "16 64"),
  ARGUMENT(
      "non-capturing, big callee",
      Mode.C2,
      "big",
      "non-capturing",
      "1 8 9 16 24 32 48 64",
      "16 64"),
  THREE("three receivers, capturing", Mode.C2, "three", "capturing", "8 16 24 32 48 64", "16 64"),
  THREE_ARGUMENT(
      "three receivers, non-capturing", Mode.C2, "three", "non-capturing", "8 16 64", "16"),
  C1("C1 only, capturing", Mode.C1, "big", "capturing", "8 9 16 24", "8 16"),
  C1_ARGUMENT("C1 only, non-capturing", Mode.C1, "big", "non-capturing", "8 16", "16"),
  NO_ANALYSIS(
      "no escape analysis, capturing", Mode.NO_ANALYSIS, "big", "capturing", "8 9 16 24", "16"),
  NO_ANALYSIS_ARGUMENT(
      "no escape analysis, non-capturing", Mode.NO_ANALYSIS, "big", "non-capturing", "16", ""),
  ROUND_TRIP("written and read, small callee", Mode.C2, "small", "round-trip", "14", "14"),
  ROUND_TRIP_BIG("written and read, big callee", Mode.C2, "big", "round-trip", "14", "14");

  /** The compiler settings of the JVM. */
  enum Mode {
    C2("C2"),
    BCEA_300("MaxBCEAEstimateSize=300", "-XX:MaxBCEAEstimateSize=300"),
    BCEA_600("MaxBCEAEstimateSize=600", "-XX:MaxBCEAEstimateSize=600"),
    NO_ANALYSIS("no escape analysis", "-XX:-DoEscapeAnalysis"),
    C1("C1 only", "-XX:TieredStopAtLevel=1");

    private final String words;
    private final List<String> options;

    Mode(String words, String... options) {
      this.words = words;
      this.options = List.of(options);
    }
  }

  static final Quantity BYTES =
      new Quantity("bytes_per_operation", "B", "allocated for each operation");
  static final Quantity NANOS = new Quantity("ns_per_operation", "ns", "time of an operation");
  static final Quantity COUNTED_BYTES =
      new Quantity("counted_bytes_per_operation", "B", "collections x eden / operations");
  static final Quantity COLLECTIONS = new Quantity("collections", "", "collections counted");
  static final Quantity OPERATIONS = new Quantity("counted_operations", "", "operations meanwhile");
  static final Quantity EDEN = new Quantity("eden_bytes", "B", "size of eden");
  static final Quantity FIRST =
      new Quantity("first_fields_with_garbage", "", "fields from which on there is garbage");

  /** The largest number of fields that is measured. */
  static final int MOST = 64;

  static final String JVM = "JVM";
  static final String CALLEE = "callee";
  static final String FORM = "form";
  static final String FIELDS = "fields";

  /** The value of {@link #FIELDS} where the number itself is looked for. */
  static final String LIMIT = "first with garbage";

  private final String words;
  private final Mode mode;
  private final String callee;
  private final String form;
  private final String fields;
  private final String quickFields;

  GarbageWay(
      String words, Mode mode, String callee, String form, String fields, String quickFields) {
    this.words = words;
    this.mode = mode;
    this.callee = callee;
    this.form = form;
    this.fields = fields;
    this.quickFields = quickFields;
  }

  String words() {
    return words;
  }

  /** Returns the program's argument for the called method. */
  String callee() {
    return callee;
  }

  /** Returns the program's argument for the form of the call. */
  String form() {
    return form;
  }

  List<String> jvmOptions() {
    return mode.options;
  }

  /** Returns the numbers of fields for which it is measured. */
  List<Integer> fields(boolean quick) {
    String chosen = quick ? quickFields : fields;
    return chosen.isEmpty()
        ? List.of()
        : List.of(chosen.split(" ")).stream().map(Integer::valueOf).toList();
  }

  /** Returns whether the number of fields is looked for from which on it makes garbage. */
  boolean isSearched(boolean quick) {
    return !quick && (this == SMALL || this == BIG || this == SPLIT);
  }

  /**
   * Returns whether collections are counted, too: where the published test had its limit, and
   * above.
   */
  boolean isCounted(int count) {
    return switch (this) {
      case BIG -> count == 8 || count == 9 || count == 16;
      case C1, THREE -> count == 16;
      default -> false;
    };
  }

  /** Returns all cases of it on a JDK. */
  Case on(String jdk) {
    return Case.of(Case.JDK, jdk, JVM, mode.words, CALLEE, callee, FORM, form);
  }

  Case with(String jdk, String fieldsOrLimit) {
    return on(jdk).with(FIELDS, fieldsOrLimit);
  }

  static GarbageWay of(Case subject) {
    return Stream.of(values())
        .filter(way -> subject.matches(way.on(subject.get(Case.JDK))))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no way of reading: " + subject));
  }
}
