package thaw.codecs.bench;

import java.util.List;

/**
 * A library and one way to use it: all that a child's JVM is given.
 *
 * @param name as on the command line and in {@code Orders} and {@code Ints}
 * @param label as in tables
 * @param jars how the names of its jars begin, those that it needs included
 * @param flags without which it does not work on JDK 25, as its documentation has them
 * @param order whether it has a codec for orders; all have those for int fields
 */
record MeasuredLibrary(String name, String label, List<String> jars, List<String> flags) {
  private static final List<String> WIRE = List.of("thaw-wire-0");
  private static final List<String> CHRONICLE =
      List.of(
          "affinity",
          "annotations",
          "asm",
          "chronicle-",
          "compiler",
          "jffi",
          "jna",
          "jnr-",
          "posix",
          "slf4j-api");

  private static final List<String> CHRONICLE_FLAGS =
      List.of(
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
          "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED");

  /** Those that write orders and are measured cold. */
  static final List<MeasuredLibrary> ALL =
      List.of(
          wire("wire-json", "wire, JSON"),
          wire("wire-json-generated", "wire, JSON, description by the processor"),
          wire("wire-cbor", "wire, CBOR"),
          wire("wire-cbor-generated", "wire, CBOR, by the processor"),
          wire("wire-plain", "wire, plain binary"),
          wire("wire-protobuf", "wire, protobuf"),
          wire("wire-protobuf-generated", "wire, protobuf, by the processor"),
          wire("wire-fix", "wire, FIX"),
          of("sbe", "SBE", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "agrona"),
          of("protobuf", "protobuf-java", "", "protobuf-java"),
          of("jackson-core", "jackson-core, by hand", "", "jackson-core-2"),
          of("avaje-jsonb", "avaje-jsonb", "", "avaje-json"),
          of("kryo", "kryo", "", "kryo", "minlog", "objenesis", "reflectasm"),
          of("gson", "gson", "", "gson", "error_prone_annotations"),
          of("dsl-json", "dsl-json", "", "dsl-json"),
          of("jackson-jr", "jackson-jr", "", "jackson-jr", "jackson-core-2"),
          of(
              "jackson2",
              "Jackson 2 databind",
              "",
              "jackson-annotations",
              "jackson-core-2",
              "jackson-databind-2"),
          of(
              "jackson2-cbor",
              "Jackson 2 databind, CBOR",
              "",
              "jackson-annotations",
              "jackson-core-2",
              "jackson-databind-2",
              "jackson-dataformat-cbor"),
          of("bson", "org.mongodb:bson, by hand", "", "bson-"),
          of(
              "jackson3",
              "Jackson 3 databind",
              "",
              "jackson-annotations",
              "jackson-core-3",
              "jackson-databind-3"),
          of(
              "aws-serialization",
              "aws-lambda-java-serialization",
              "",
              "aws-lambda-java-serialization"),
          of("fory", "fory", "", "fory-core", "janino", "commons-compiler"),
          of(
              "fory-interpreted",
              "fory, codegen off",
              "",
              "fory-core",
              "janino",
              "commons-compiler"),
          new MeasuredLibrary(
              "chronicle-binary", "chronicle-wire, binary with names", CHRONICLE, CHRONICLE_FLAGS),
          new MeasuredLibrary(
              "chronicle-fieldless", "chronicle-wire, fieldless", CHRONICLE, CHRONICLE_FLAGS),
          new MeasuredLibrary(
              "chronicle-json", "chronicle-wire, JSON", CHRONICLE, CHRONICLE_FLAGS));

  /**
   * Those that have objects of int fields only: the same formats of wire with a description that
   * has a method for each direction, and what reads groups by a dictionary only.
   */
  static final List<MeasuredLibrary> SPLIT =
      List.of(
          wire("wire-json-split", "wire, JSON, split"),
          wire("wire-cbor-split", "wire, CBOR, split"),
          wire("wire-plain-split", "wire, plain binary, split"),
          wire("wire-protobuf-split", "wire, protobuf, split"),
          wire("wire-fix-split", "wire, FIX, split"),
          of("quickfixj", "QuickFIX/J", "", "quickfixj-core", "mina-core", "slf4j-api"));

  private static MeasuredLibrary wire(String name, String label) {
    return new MeasuredLibrary(name, label, WIRE, List.of());
  }

  private static MeasuredLibrary of(String name, String label, String flag, String... jars) {
    return new MeasuredLibrary(
        name, label, List.of(jars), flag.isEmpty() ? List.of() : List.of(flag));
  }

  boolean isWire() {
    return name.startsWith("wire-");
  }

  static String label(String name) {
    for (List<MeasuredLibrary> libraries : List.of(ALL, SPLIT)) {
      for (MeasuredLibrary library : libraries) {
        if (library.name().equals(name)) {
          return library.label();
        }
      }
    }
    return name;
  }
}
