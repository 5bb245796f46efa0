import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the sources of objects with 8, 14, 16 and 32 int fields: beans, descriptions for wire,
 * schemas of SBE and protobuf, and codecs as they would be written by hand. The build runs it.
 */
public final class MakeInts {
  private static final int[] COUNTS = {8, 14, 16, 32};

  private final Path java;
  private final int count;

  private MakeInts(Path java, int count) {
    this.java = java;
    this.count = count;
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Path java = Files.createDirectories(folder.resolve("java/thaw/codecs/ints"));
    for (int count : COUNTS) {
      MakeInts of = new MakeInts(java, count);
      of.beans();
      of.descriptions();
      of.codecs();
    }
    Files.writeString(java.resolve("package-info.java"), packageInfo());
    Files.writeString(java.resolve("Ints.java"), factory());
    Files.writeString(
        Files.createDirectories(folder.resolve("proto")).resolve("ints.proto"), protobuf());
    Files.writeString(Files.createDirectories(folder.resolve("sbe")).resolve("ints.xml"), sbe());
  }

  /** Values of one to five digits. */
  private static int value(int field) {
    int value = 1 + field % 5;
    for (int i = 0; i < field % 5; i++) {
      value *= 10;
    }
    return value;
  }

  private String each(String before, String after, IntFunction<String> line) {
    return each(count, before, after, line);
  }

  private static String each(int count, String before, String after, IntFunction<String> line) {
    return IntStream.range(0, count)
        .mapToObj(i -> before + line.apply(i).replace("#", "" + i) + after)
        .collect(Collectors.joining());
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(java.resolve(name + ".java"), "package thaw.codecs.ints;\n\n" + text);
  }

  private String bean(String head) {
    return head
        + " {\n"
        + each("  ", ";\n", i -> "public int f# = %d".formatted(0))
        + "\n  static %s sample() {\n    %1$s ints = new %1$s();\n".formatted(name(head))
        + each("    ", ";\n", i -> "ints.f# = " + value(i))
        + "    return ints;\n  }\n"
        + "\n  @Override\n  public String toString() {\n    return \"\""
        + each(" + ", "", i -> "f# + ' '")
        + ";\n  }\n";
  }

  private static String name(String head) {
    String[] words = head.split(" implements")[0].split(" ");
    return words[words.length - 1];
  }

  private void beans() throws IOException {
    write(
        "Ints" + count,
        bean(
                "@com.dslplatform.json.CompiledJson\n@thaw.wire.Described\npublic final class Ints"
                    + count)
            + "}\n");
  }

  private void descriptions() throws IOException {
    String fields =
        "\n"
            + each(
                "  private static final Field ",
                ";\n",
                i -> "F# = Field.of(%d, \"f#\")".formatted(i + 1));
    String imports = "import thaw.wire.Field;\nimport thaw.wire.Wire;\nimport thaw.wire.Wired;\n\n";
    write(
        "WireInts" + count,
        imports
            + "/** One method for both directions. */\n"
            + bean("final class WireInts" + count + " implements Wired")
            + fields
            + "\n  @Override\n  public void wire(Wire w) {\n"
            + each("    ", ";\n", i -> "f# = w.int32(F#, f#)")
            + "  }\n}\n");
    write(
        "SplitInts" + count,
        imports
            + "/** A method for each direction, so that each call has one class of receivers. */\n"
            + bean("final class SplitInts" + count + " implements Wired")
            + fields
            + "\n  @Override\n  public void wire(Wire w) {\n"
            + "    if (w.reading()) {\n      read(w);\n    } else {\n      write(w);\n    }\n  }\n"
            + "\n  private void read(Wire w) {\n"
            + each("    ", ";\n", i -> "f# = w.int32(F#, f#)")
            + "  }\n"
            + "\n  private void write(Wire w) {\n"
            + each("    ", ";\n", i -> "w.int32(F#, f#)")
            + "  }\n}\n");
  }

  private void codecs() throws IOException {
    jacksonCore();
    chronicle();
    sbeCodec();
    protobufCodec();
    bson();
    quickfix();
  }

  /** A codec class around a body, with the name of its decoded object's class. */
  private void codec(String name, String imports, String members, String encode, String decode)
      throws IOException {
    write(
        name + count,
        imports
            + "import thaw.codecs.MeasuredCodec;\n\nfinal class "
            + name
            + count
            + " implements MeasuredCodec {\n"
            + members
            + "  private final Ints%1$d value = Ints%1$d.sample();\n".formatted(count)
            + "  private final Ints%1$d into = new Ints%1$d();\n".formatted(count)
            + "\n  @Override\n  public int encode() throws Exception {\n"
            + encode
            + "  }\n\n  @Override\n  public Object decode() throws Exception {\n"
            + decode
            + "  }\n}\n");
  }

  private void jacksonCore() throws IOException {
    codec(
        "JacksonCoreInts",
        "import com.fasterxml.jackson.core.*;\nimport java.io.ByteArrayOutputStream;\n",
        "  private final JsonFactory factory = new JsonFactory();\n  private byte[] bytes;\n",
        "    ByteArrayOutputStream out = new ByteArrayOutputStream(512);\n"
            + "    try (JsonGenerator json = factory.createGenerator(out)) {\n"
            + "      json.writeStartObject();\n"
            + each("      ", ";\n", i -> "json.writeNumberField(\"f#\", value.f#)")
            + "      json.writeEndObject();\n    }\n"
            + "    bytes = out.toByteArray();\n    return bytes.length;\n",
        "    try (JsonParser json = factory.createParser(bytes)) {\n      json.nextToken();\n"
            + "      for (String n = json.nextFieldName(); n != null; n = json.nextFieldName()) {\n"
            + "        json.nextToken();\n        switch (n) {\n"
            + each("          ", "\n", i -> "case \"f#\" -> into.f# = json.getIntValue();")
            + "          default -> json.skipChildren();\n        }\n      }\n    }\n"
            + "    return into;\n");
  }

  private void bson() throws IOException {
    codec(
        "BsonInts",
        "import java.nio.ByteBuffer;\nimport org.bson.*;\n"
            + "import org.bson.io.BasicOutputBuffer;\n",
        "  private final BasicOutputBuffer out = new BasicOutputBuffer(512);\n",
        "    out.truncateToPosition(0);\n"
            + "    BsonBinaryWriter bson = new BsonBinaryWriter(out);\n"
            + "    bson.writeStartDocument();\n"
            + each("    ", ";\n", i -> "bson.writeInt32(\"f#\", value.f#)")
            + "    bson.writeEndDocument();\n    return out.getSize();\n",
        "    ByteBuffer in = ByteBuffer.wrap(out.getInternalBuffer(), 0, out.getSize());\n"
            + "    try (BsonBinaryReader bson = new BsonBinaryReader(in)) {\n"
            + "      bson.readStartDocument();\n"
            + "      while (bson.readBsonType() != BsonType.END_OF_DOCUMENT) {\n"
            + "        switch (bson.readName()) {\n"
            + each("          ", "\n", i -> "case \"f#\" -> into.f# = bson.readInt32();")
            + "          default -> bson.skipValue();\n        }\n      }\n"
            + "      bson.readEndDocument();\n    }\n    return into;\n");
  }

  private void chronicle() throws IOException {
    codec(
        "ChronicleInts",
        "import net.openhft.chronicle.bytes.Bytes;\n"
            + "import net.openhft.chronicle.wire.Wire;\n"
            + "import net.openhft.chronicle.wire.WireType;\n",
        "  private final Wire wire;\n\n  ChronicleInts"
            + count
            + "(WireType type) {\n"
            + "    wire = type.apply(Bytes.allocateElasticDirect(1024));\n  }\n\n",
        "    wire.reset();\n"
            + each("    ", ";\n", i -> "wire.write(\"f#\").int32(value.f#)")
            + "    return (int) wire.bytes().readRemaining();\n",
        "    long start = wire.bytes().readPosition();\n"
            + each("    ", ";\n", i -> "into.f# = wire.read(\"f#\").int32()")
            + "    wire.bytes().readPosition(start);\n    return into;\n");
  }

  private void sbeCodec() throws IOException {
    codec(
        "SbeInts",
        "import org.agrona.concurrent.UnsafeBuffer;\nimport thaw.codecs.sbeints.*;\n",
        "  private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);\n"
            + "  private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();\n"
            + "  private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();\n"
            + "  private final Message%1$dEncoder out = new Message%1$dEncoder();\n"
                .formatted(count)
            + "  private final Message%1$dDecoder in = new Message%1$dDecoder();\n"
                .formatted(count),
        "    out.wrapAndApplyHeader(buffer, 0, headerOut);\n"
            + each("    ", ";\n", i -> "out.f#(value.f#)")
            + "    return MessageHeaderEncoder.ENCODED_LENGTH + out.encodedLength();\n",
        "    in.wrapAndApplyHeader(buffer, 0, headerIn);\n"
            + each("    ", ";\n", i -> "into.f# = in.f#()")
            + "    return into;\n");
  }

  private void protobufCodec() throws IOException {
    codec(
        "ProtobufInts",
        "import thaw.codecs.protobufints.Messages.Message%d;\n".formatted(count),
        "  private byte[] bytes;\n",
        "    Message%1$d.Builder message = Message%1$d.newBuilder();\n".formatted(count)
            + each("    ", ";\n", i -> "message.setF#(value.f#)")
            + "    bytes = message.build().toByteArray();\n    return bytes.length;\n",
        "    Message%1$d message = Message%1$d.parseFrom(bytes);\n".formatted(count)
            + each("    ", ";\n", i -> "into.f# = message.getF#()")
            + "    return into;\n");
  }

  /** Its message has the frame that FIX asks for; tags from 401 on are none of its header. */
  private void quickfix() throws IOException {
    codec(
        "QuickfixInts",
        "import quickfix.Message;\n",
        "  private String text;\n",
        "    Message message = new Message();\n"
            + "    message.getHeader().setString(8, \"FIX.4.4\");\n"
            + "    message.getHeader().setString(35, \"D\");\n"
            + each("    ", ";\n", i -> "message.setInt(401 + #, value.f#)")
            + "    text = message.toString();\n    return text.length();\n",
        "    Message message = new Message();\n    message.fromString(text, null, false);\n"
            + each("    ", ";\n", i -> "into.f# = message.getInt(401 + #)")
            + "    return into;\n");
  }

  private static String factory() {
    StringBuilder text =
        new StringBuilder(
            """
            package thaw.codecs.ints;

            import net.openhft.chronicle.wire.WireType;
            import thaw.codecs.*;
            import thaw.wire.Format;

            /** The codecs of objects with int fields, by name and number of fields. */
            public final class Ints {
              private Ints() {}

              public static MeasuredCodec of(String codec, int count) {
                return switch (count) {
            """);
    for (int count : COUNTS) {
      text.append("      case %1$d -> of%1$d(codec);\n".formatted(count));
    }
    text.append(
        """
              default -> throw new IllegalArgumentException("no object of " + count + " fields");
            };
          }
        """);
    for (int count : COUNTS) {
      text.append(
          """

            private static MeasuredCodec of%1$d(String codec) {
              return switch (codec) {
                case "wire-json" -> wire(Format.JSON, codec, %1$d);
                case "wire-cbor" -> wire(Format.CBOR, codec, %1$d);
                case "wire-cbor-split" -> wire(Format.CBOR, codec, %1$d);
                case "wire-cbor-generated" -> wire(Format.CBOR, codec, %1$d);
                case "wire-plain" -> wire(Format.PLAIN_BINARY, codec, %1$d);
                case "wire-protobuf", "wire-protobuf-split", "wire-protobuf-generated" ->
                    wire(Format.PROTOBUF, codec, %1$d);
                case "wire-fix", "wire-fix-split" -> wire(Format.FIX, codec, %1$d);
                case "wire-json-split" -> wire(Format.JSON, codec, %1$d);
                case "wire-plain-split" -> wire(Format.PLAIN_BINARY, codec, %1$d);
                case "wire-json-generated" -> wire(Format.JSON, codec, %1$d);
                case "jackson2" -> new Jackson2<>(Ints%1$d.class, Ints%1$d.sample());
                case "jackson2-cbor" -> new Jackson2Cbor<>(Ints%1$d.class, Ints%1$d.sample());
                case "bson" -> new BsonInts%1$d();
                case "jackson3" -> new Jackson3<>(Ints%1$d.class, Ints%1$d.sample());
                case "jackson-core" -> new JacksonCoreInts%1$d();
                case "jackson-jr" -> new JacksonJr<>(Ints%1$d.class, Ints%1$d.sample());
                case "gson" -> new GsonBean<>(Ints%1$d.class, Ints%1$d.sample());
                case "avaje-jsonb" -> new Avaje<>(Ints%1$d.class, Ints%1$d.sample());
                case "dsl-json" -> new DslJsonBean<>(Ints%1$d.class, Ints%1$d.sample());
                case "aws-serialization" -> new AwsSerialization<>(Ints%1$d.class, Ints%1$d.sample());
                case "protobuf" -> new ProtobufInts%1$d();
                case "sbe" -> new SbeInts%1$d();
                case "quickfixj" -> new QuickfixInts%1$d();
                case "kryo" -> new KryoBean<>(Ints%1$d.class, Ints%1$d.sample());
                case "fory" -> new ForyBean<>(Ints%1$d.class, Ints%1$d.sample(), true);
                case "fory-interpreted" -> new ForyBean<>(Ints%1$d.class, Ints%1$d.sample(), false);
                case "chronicle-binary" -> new ChronicleInts%1$d(WireType.BINARY_LIGHT);
                case "chronicle-fieldless" -> new ChronicleInts%1$d(WireType.FIELDLESS_BINARY);
                case "chronicle-json" -> new ChronicleInts%1$d(WireType.JSON);
                default -> throw new IllegalArgumentException(codec);
              };
            }
          """
              .formatted(count));
    }
    text.append(
        """

          /** 14 of them, as each format has them. */
          public static byte[] written(Format format) {
            return format.write(Ints14.sample(), Ints14Shape.SHAPE);
          }

          public static MeasuredCodec wire(Format format, String codec, int count) {
            return switch (count) {
        """);
    for (int count : COUNTS) {
      text.append(
          """
                case %1$d -> {
                  if (codec.endsWith("-generated")) {
                    yield new ShapedCodec<>(format, Ints%1$dShape.SHAPE, Ints%1$d.sample(), new Ints%1$d());
                  }
                  yield codec.endsWith("-split")
                      ? new WireInts(format, SplitInts%1$d.sample(), new SplitInts%1$d())
                      : new WireInts(format, WireInts%1$d.sample(), new WireInts%1$d());
                }
          """
              .formatted(count));
    }
    return text.append(
            """
                  default -> throw new IllegalArgumentException("no object of " + count + " fields");
                };
              }
            }
            """)
        .toString();
  }

  private static String packageInfo() {
    return "@io.avaje.jsonb.Json.Import({"
        + IntStream.of(COUNTS)
            .mapToObj(count -> "Ints" + count + ".class")
            .collect(Collectors.joining(", "))
        + "})\npackage thaw.codecs.ints;\n";
  }

  private static String protobuf() {
    StringBuilder text =
        new StringBuilder(
            """
            syntax = "proto3";
            package thaw.codecs.ints;
            option java_package = "thaw.codecs.protobufints";
            option java_outer_classname = "Messages";
            """);
    for (int count : COUNTS) {
      text.append("message Message" + count + " {\n");
      text.append(each(count, "  ", ";\n", i -> "int32 f# = " + (i + 1)));
      text.append("}\n");
    }
    return text.toString();
  }

  private static String sbe() {
    StringBuilder text =
        new StringBuilder(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="thaw.codecs.sbeints"
                               id="2" version="0" semanticVersion="1" byteOrder="littleEndian">
              <types>
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/>
                  <type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/>
                  <type name="version" primitiveType="uint16"/>
                </composite>
              </types>
            """);
    for (int count : COUNTS) {
      text.append("  <sbe:message name=\"Message%1$d\" id=\"%1$d\">\n".formatted(count));
      text.append(
          each(
              count,
              "    ",
              "\n",
              i -> "<field name=\"f#\" id=\"" + (i + 1) + "\" type=\"int32\"/>"));
      text.append("  </sbe:message>\n");
    }
    return text.append("</sbe:messageSchema>\n").toString();
  }
}
