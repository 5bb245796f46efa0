package thaw.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What FIX's tag=value encoding has, in documents with | in place of SOH. */
@Timeout(60)
class FixFormatTest {
  enum Side {
    BUY,
    SELL;

    static final Shape<Side> SHAPE = Shapes.enumeration(values(), "1", "2");
  }

  enum Plain {
    ONE,
    TWO
  }

  record Sub(String id, int type) {
    static final ObjectShape<Sub> SHAPE =
        new ObjectShape<>() {
          private static final Field ID = Field.of(523, "PartySubID");
          private static final Field TYPE = Field.of(803, "PartySubIDType");
          private static final Sub BLANK = new Sub(null, 0);

          @Override
          protected Sub blank() {
            return BLANK;
          }

          @Override
          protected Sub fields(Wire w, Sub s) {
            return new Sub(w.string(ID, s.id), w.int32(TYPE, s.type));
          }
        };
  }

  record Party(String id, char source, Integer role, List<Sub> subs) {
    static final ObjectShape<Party> SHAPE =
        new ObjectShape<>() {
          private static final Field ID = Field.of(448, "PartyID");
          private static final Field SOURCE = Field.of(447, "PartyIDSource");
          private static final Field ROLE = Field.of(452, "PartyRole");
          private static final Field SUBS = Field.of(802, "NoPartySubIDs");
          private static final Party BLANK = new Party(null, 'D', null, null);

          @Override
          protected Party blank() {
            return BLANK;
          }

          @Override
          protected Party fields(Wire w, Party p) {
            return new Party(
                w.string(ID, p.id),
                w.character(SOURCE, p.source),
                w.value(ROLE, p.role, Shapes.INT32),
                w.list(SUBS, p.subs, Sub.SHAPE));
          }
        };
  }

  record Instrument(String symbol, String id) {
    static final ObjectShape<Instrument> SHAPE =
        new ObjectShape<>() {
          private static final Field SYMBOL = Field.of(55, "Symbol");
          private static final Field ID = Field.of(48, "SecurityID");
          private static final Instrument BLANK = new Instrument(null, null);

          @Override
          protected Instrument blank() {
            return BLANK;
          }

          @Override
          protected Instrument fields(Wire w, Instrument i) {
            return new Instrument(w.string(SYMBOL, i.symbol), w.string(ID, i.id));
          }
        };
  }

  /** One of each kind. */
  static final class Message implements Wired {
    static final ObjectShape<Message> SHAPE =
        new ObjectShape<>() {
          @Override
          protected Message blank() {
            return new Message();
          }

          @Override
          protected Message fields(Wire w, Message m) {
            m.wire(w);
            return m;
          }
        };

    private static final Plain[] PLAINS = Plain.values();
    private static final Field ID = Field.of(11, "ClOrdID");
    private static final Field PARTIES = Field.of(453, "NoPartyIDs");
    private static final Field INSTRUMENT = Field.of(10_001, "Instrument");
    private static final Field SIDE = Field.of(54, "Side");
    private static final Field PLAIN = Field.of(5_001, "Plain");
    private static final Field TIME = Field.of(60, "TransactTime");
    private static final Field QUANTITY = Field.of(38, "OrderQty");
    private static final Field PRICE = Field.of(44, "Price");
    private static final Field FLAG = Field.of(114, "LocateReqd");
    private static final Field RAW = Field.of(96, "RawData");
    private static final Field SIGNATURE = Field.of(89, "Signature");
    private static final Field OWN = Field.of(5_096, "Own").withLength(5_090);
    private static final Field XML = Field.of(213, "XmlData");
    private static final Field SESSIONS = Field.of(386, "NoTradingSessions").withElements(336);
    private static final Field INTS = Field.of(5_002, "NoInts").withElements(5_003);
    private static final Field DAY = Field.of(75, "TradeDate");
    private static final Field AT = Field.of(273, "MDEntryTime");
    private static final Field MONTH = Field.of(200, "MaturityMonthYear");

    String id;
    List<Party> parties;
    Instrument instrument;
    Side side;
    Plain plain;
    Instant time;
    BigDecimal quantity;
    double price;
    boolean flag;
    byte[] raw;
    byte[] signature;
    byte[] own;
    String xml;
    List<String> sessions;
    int[] ints;
    LocalDate day;
    LocalTime at;
    YearMonth month;

    @Override
    public void wire(Wire w) {
      id = w.string(ID, id);
      parties = w.list(PARTIES, parties, Party.SHAPE);
      instrument = w.value(INSTRUMENT, instrument, Instrument.SHAPE);
      side = w.value(SIDE, side, Side.SHAPE);
      plain = w.enumeration(PLAIN, plain, PLAINS);
      time = w.timestamp(TIME, time);
      quantity = w.decimal(QUANTITY, quantity);
      price = w.float64(PRICE, price);
      flag = w.bool(FLAG, flag);
      raw = w.bytes(RAW, raw);
      signature = w.bytes(SIGNATURE, signature);
      own = w.bytes(OWN, own);
      xml = w.string(XML, xml);
      sessions = w.list(SESSIONS, sessions, Shapes.STRING);
      ints = w.value(INTS, ints, ArrayShapes.INT32S);
      day = w.value(DAY, day, TextShapes.LOCAL_DATE);
      at = w.value(AT, at, TextShapes.LOCAL_TIME);
      month = w.value(MONTH, month, TextShapes.YEAR_MONTH);
    }

    @Override
    public String toString() {
      return Objects.toString(id)
          + parties
          + instrument
          + side
          + plain
          + time
          + quantity
          + price
          + flag
          + Arrays.toString(raw)
          + Arrays.toString(signature)
          + Arrays.toString(own)
          + xml
          + sessions
          + Arrays.toString(ints)
          + day
          + at
          + month;
    }

    static Message full() {
      Message made = new Message();
      made.id = "a=\u20ac";
      made.parties =
          List.of(
              new Party("p", 'D', 3, List.of(new Sub("s", 1), new Sub("t", 2))),
              new Party("q", '\u20ac', null, null),
              new Party("r", 'E', -1, List.of()));
      made.instrument = new Instrument("IBM", null);
      made.side = Side.SELL;
      made.plain = Plain.TWO;
      made.time = Instant.parse("2026-11-22T05:25:29.000123Z");
      made.quantity = new BigDecimal("100.50");
      made.price = 1e21;
      made.flag = true;
      made.raw = bytes("a|54=1|=b");
      made.signature = new byte[] {0};
      made.own = bytes("x|||38=7|");
      made.xml = "<a>|</a>\u20ac|";
      made.sessions = List.of("1", "2");
      made.ints = new int[] {7, -8};
      made.day = LocalDate.of(2026, 1, 2);
      made.at = LocalTime.of(5, 0);
      made.month = YearMonth.of(2027, 3);
      return made;
    }
  }

  private static final String FULL =
      "11=a=\u20ac|453=3|448=p|447=D|452=3|802=2|523=s|803=1|523=t|803=2|448=q|447=\u20ac|448=r|447=E|"
          + "452=-1|802=0|55=IBM|54=2|5001=TWO|60=20261122-05:25:29.000123|38=100.50|"
          + "44=1000000000000000000000|114=Y|95=9|96=a|54=1|=b|93=1|89=\0|5090=9|5096=x|||38=7||"
          + "212=12|213=<a>|</a>\u20ac||386=2|336=1|336=2|5002=2|5003=7|5003=-8|75=20260102|"
          + "273=05:00:00|200=202703|";

  static byte[] bytes(String text) {
    return text.replace('|', '\1').getBytes(UTF_8);
  }

  static String text(byte[] document) {
    return new String(document, UTF_8).replace('\1', '|');
  }

  private static WireException refused(String document) {
    return assertThrows(
        WireException.class, () -> Format.FIX.read(bytes(document), new Message()), document);
  }

  private static Message read(String document) {
    return Format.FIX.read(bytes(document), new Message());
  }

  // ---- fields

  @Test
  void each_kind_of_value_is_written_as_the_specification_has_it() {
    Message full = Message.full();
    full.xml = full.xml.replace('|', '\1');
    assertEquals(FULL, text(Format.FIX.write(full)));
    Message read = Format.FIX.read(Format.FIX.write(full), new Message());
    full.quantity = read.quantity;
    assertEquals(full.toString(), read.toString());
  }

  @Test
  void null_and_missing_are_fields_that_are_not_there() {
    Message empty = new Message();
    assertEquals("44=0.0|114=N|", text(Format.FIX.write(empty)));
    assertEquals(empty.toString(), read("44=0.0|114=N|").toString());
    Message kept = new Message();
    kept.id = "kept";
    kept.instrument = new Instrument("x", "y");
    Format.FIX.read(new byte[0], kept);
    assertEquals("kept", kept.id);
    assertEquals("y", kept.instrument.id);
    Format.FIX.read(bytes("48=new|"), kept);
    assertEquals(new Instrument("x", "new"), kept.instrument, "what is missing of it");
  }

  @Test
  void fields_outside_of_groups_are_in_any_order() {
    Message read = read("114=Y|48=id|38=1.0|55=IBM|44=-00012.50|11=x|");
    assertEquals("x", read.id);
    assertEquals(new Instrument("IBM", "id"), read.instrument);
    assertEquals(-12.5, read.price);
    assertTrue(read.flag);
    Message full = Message.full();
    full.xml = full.xml.replace('|', '\1');
    byte[] document = Format.FIX.write(full);
    // Each group and each pair of data stays together; all else is turned round.
    List<String> parts =
        new ArrayList<>(
            List.of(
                "11=a=\u20ac|",
                FULL.substring(FULL.indexOf("453="), FULL.indexOf("55=")),
                "55=IBM|",
                FULL.substring(FULL.indexOf("54=2"), FULL.indexOf("95=")),
                FULL.substring(FULL.indexOf("95=9"), FULL.indexOf("93=")),
                "93=1|89=\0|",
                FULL.substring(FULL.indexOf("5090="), FULL.indexOf("212=")),
                FULL.substring(FULL.indexOf("212="), FULL.indexOf("386=")),
                "386=2|336=1|336=2|",
                FULL.substring(FULL.indexOf("5002="))));
    assertEquals(FULL, String.join("", parts));
    String wanted = Format.FIX.read(document, new Message()).toString();
    java.util.Random random = new java.util.Random(7);
    for (int i = 0; i < 500; i++) {
      java.util.Collections.shuffle(parts, random);
      // Data of tags that only the description knows must not look like fields that come later.
      if (parts.indexOf(parts.stream().filter(p -> p.startsWith("5090")).findFirst().get())
          < parts.indexOf(parts.stream().filter(p -> p.startsWith("54=")).findFirst().get())) {
        continue;
      }
      String mixed = String.join("", parts);
      assertEquals(wanted, read(mixed).toString(), mixed);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "44=00023.23|, 23.23",
    "44=23|, 23",
    "44=23.|, 23",
    "44=.5|, 0.5",
    "44=-.5|, -0.5",
    "44=0.1000000000000000055511151231257827|, 0.1",
    "44=-0|, -0.0"
  })
  void floats_have_the_forms_of_the_specification(String document, double value) {
    assertEquals(value, read(document).price);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "44=1e5|",
        "44=+1|",
        "44=|",
        "44=.|",
        "44=-|",
        "44=1.2.3|",
        "44= 1|",
        "44=NaN|",
        "44=0x1|",
        "114=y|",
        "114=1|",
        "114=YY|",
        "114=|",
        "11=|",
        "60=20261122|",
        "60=20261122-05:25|",
        "60=20261122-05:25:29Z|",
        "60=20261322-05:25:29|",
        "60=2026-11-22T05:25:29Z|",
        "60=20261122-05:25:60|",
        "60=20261122-05:25:29.|",
        "60=20261122-05:25+01:0|",
        "54=3|",
        "54=SELL|",
        "5001=2|",
        "38=1,5|",
        "75=2026-01-02|",
        "75=20260230|",
        "273=05:00|",
        "200=20271|",
        "11=a",
        "11",
        "11=a|b|",
        "=a|",
        "011=a|",
        "11a=b|",
        "|",
        "11=a||",
        "99999999999=a|",
        "-1=a|",
        "11 =a|"
      })
  void other_values_are_refused(String document) {
    WireException e = refused(document);
    assertTrue(e.offset() <= bytes(document).length, e.getMessage());
  }

  @Test
  void integers_are_read_by_the_rules_of_all_formats() {
    assertEquals(7, sub("803=007|").type);
    assertEquals(7, sub("803=7.0|").type);
    assertEquals(-2147483648, sub("803=-2147483648|").type);
    for (String wrong : List.of("2147483648", "1.5", "1e1", "", "--1", "9".repeat(1_001))) {
      assertThrows(WireException.class, () -> sub("803=" + wrong + "|"), wrong);
    }
  }

  private static Sub sub(String document) {
    return Format.FIX.read(bytes(document), Sub.SHAPE);
  }

  @Test
  void a_timestamp_has_up_to_nine_digits_of_a_second() {
    for (String each : List.of("", ".5", ".123", ".123456", ".123456789")) {
      assertEquals(
          Instant.parse("2026-11-22T05:25:29" + each + "Z"),
          read("60=20261122-05:25:29" + each + "|").time);
    }
    Message message = new Message();
    for (String year : List.of("-0001", "+10000")) {
      message.time = Instant.parse(year + "-01-01T00:00:00Z");
      assertThrows(WireException.class, () -> Format.FIX.write(message), year);
    }
    message.time = Instant.parse("0000-01-01T00:00:00.000000001Z");
    assertEquals(message.time, read(text(Format.FIX.write(message))).time);
  }

  @Test
  void what_fix_has_no_form_for_is_not_written() {
    Message message = new Message();
    for (double value : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      message.price = value;
      assertThrows(WireException.class, () -> Format.FIX.write(message));
    }
    message.price = 0;
    for (String value : List.of("", "a\1", "\u20ac\1", "\ud83c", "a\udf75")) {
      message.id = value;
      assertThrows(WireException.class, () -> Format.FIX.write(message), value);
    }
    message.id = null;
    message.raw = new byte[0];
    assertThrows(WireException.class, () -> Format.FIX.write(message));
    message.raw = null;
    message.quantity = new BigDecimal("1e1001");
    assertThrows(WireException.class, () -> Format.FIX.write(message));
    message.quantity = new BigDecimal("1e-1002");
    assertThrows(WireException.class, () -> Format.FIX.write(message));
    message.quantity = new BigDecimal("1e900");
    assertEquals(0, message.quantity.compareTo(read(text(Format.FIX.write(message))).quantity));
    for (double value : new double[] {Double.MAX_VALUE, Double.MIN_VALUE, 1e-7, -0.0, 0.1}) {
      message.price = value;
      byte[] written = Format.FIX.write(message);
      assertTrue(!text(written).contains("E"));
      assertEquals(value, Format.FIX.read(written, new Message()).price);
    }
  }

  // ---- data

  @Test
  void data_may_have_fields_in_it_that_are_none() {
    Message read = read("11=x|95=9|96=a|54=1|=b|55=y|");
    assertArrayEquals(bytes("a|54=1|=b"), read.raw);
    assertNull(read.side);
    // Also where nobody asks for it, as far as the specification knows its tag.
    assertNull(read("348=6|349=|54=1||").side);
    assertNull(read("90=6|91=|54=1||").side);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "95=3|96=ab|",
        "95=1|96=ab|",
        "95=2|11=x|96=ab|",
        "96=ab|95=2|",
        "96=ab|",
        "95=2|",
        "95=x|96=ab|",
        "95=-1|96=ab|",
        "95=|96=ab|",
        "95=0|96=|",
        "95=2|97=ab|",
        "95=99999999999|96=ab|",
        "95=2|96=ab"
      })
  void data_must_have_its_length_before_it(String document) {
    WireException e = refused(document);
    assertTrue(e.getMessage().contains("9"), e.getMessage());
  }

  // ---- groups

  @Test
  void members_of_groups_are_in_order() {
    WireException e = refused("453=1|448=p|452=1|447=D|");
    assertTrue(e.getMessage().contains("452 is there twice, or not in its place"), e.getMessage());
    e = refused("447=D|453=1|448=p|452=1|");
    assertTrue(e.getMessage().contains("447 is not in its place"), e.getMessage());
    assertEquals("$.453[0].447", e.path());
    refused("453=1|447=D|448=p|");
    refused("453=2|448=p|447=D|448=q|452=1|447=E|");
    refused("453=2|448=p|447=D|447=E|448=q|447=E|");
    refused("453=1|448=p|447=D|447=E|");
    refused("448=p|453=1|448=q|447=E|");
    refused("453=1|448=p|11=x|447=E|");
    refused("453=2|448=p|447=E|11=x|448=q|");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "453=2|448=p|447=D|",
        "453=1|448=p|448=q|",
        "453=1|",
        "453=-1|",
        "453=x|",
        "453=2147483647|448=p|",
        "453=2|448=p|802=2|523=a|448=q|802=1|523=b|",
        "386=2|336=1|",
        "386=1|336=1|336=2|",
        "386=1|337=1|",
        "453=1|802=1|523=a|803=1|803=2|"
      })
  void num_in_group_is_the_number_of_members(String document) {
    refused(document);
  }

  @Test
  void unknown_fields_are_skipped_everywhere() {
    String group =
        "9001=1|453=2|448=p|9002=x|447=D|9003=y|802=2|523=a|9004=z|803=1|523=b|448=q|9005=v|";
    Message read = read("9000=1|" + group + "9006=w|55=IBM|9007=v|");
    assertEquals(
        List.of(
            new Party("p", 'D', null, List.of(new Sub("a", 1), new Sub("b", 0))),
            new Party("q", 'D', null, null)),
        read.parties);
    assertEquals(new Instrument("IBM", null), read.instrument);
    // A whole group that nobody knows.
    assertEquals("x", read("9100=2|9101=a|9102=b|9101=c|11=x|").id);
    // One whose members begin with a field that nobody knows.
    assertEquals(
        List.of(new Party("p", 'E', null, null), new Party("q", 'D', null, null)),
        read("453=2|9001=1|448=p|447=E|9001=2|448=q|55=x|").parties);
    assertEquals(
        List.of(new Party(null, 'D', null, null), new Party(null, 'D', null, null)),
        read("453=2|9001=1|9002=1|9001=2|55=x|").parties);
  }

  @Test
  void unknown_fields_are_kept_if_they_are_to_be() {
    FixReader reader = new FixReader().keepUnknown(true);
    reader.reset(bytes("9000=1|11=x|348=7|349=a|54=1||44=1.0|114=N|9001=2|9002=a|9002=b|"));
    Message read = reader.read(new Message());
    assertEquals("9000=1|348=7|349=a|54=1||9001=2|9002=a|9002=b|", text(reader.unknown()));
    FixWriter writer = new FixWriter().append(reader.unknown());
    assertEquals(
        "11=x|44=1.0|114=N|9000=1|348=7|349=a|54=1||9001=2|9002=a|9002=b|",
        text(writer.write(read).toByteArray()));
    assertEquals(0, ((FixReader) reader.reset(bytes("11=x|"))).unknown().length);
    reader.reset(bytes("453=2|448=p|9002=x|448=q|"));
    assertThrows(WireException.class, () -> reader.read(new Message()));
  }

  @Test
  void a_field_that_is_there_twice_is_refused() {
    refused("11=x|11=y|");
    refused("11=x|55=IBM|11=x|");
    refused("55=x|48=a|55=y|");
    refused("453=1|448=p|453=1|448=q|");
    refused("95=1|96=a|95=1|96=b|");
    refused("386=1|336=1|11=x|336=2|");
  }

  /** A description in which a tag is in two places. */
  record Twice(int first, List<Integer> list, int second) {
    static ObjectShape<Twice> shape(int first, int list, int element, int second) {
      return new ObjectShape<>() {
        private final Field one = Field.of(first, "first");
        private final Field all = Field.of(list, "list").withElements(element);
        private final Field two = Field.of(second, "second");

        @Override
        protected Twice blank() {
          return new Twice(0, null, 0);
        }

        @Override
        protected Twice fields(Wire w, Twice t) {
          return new Twice(
              w.int32(one, t.first), w.list(all, t.list, Shapes.INT32), w.int32(two, t.second));
        }
      };
    }
  }

  @Test
  void a_tag_that_is_in_two_places_is_not_written() {
    Twice value = new Twice(1, List.of(2, 3), 4);
    assertEquals("1=1|2=2|3=2|3=3|4=4|", text(Format.FIX.write(value, Twice.shape(1, 2, 3, 4))));
    assertEquals(value, Format.FIX.read(bytes("1=1|2=2|3=2|3=3|4=4|"), Twice.shape(1, 2, 3, 4)));
    for (int[] tags : new int[][] {{1, 2, 1, 4}, {1, 2, 3, 3}, {1, 2, 3, 1}, {2, 2, 3, 4}}) {
      WireException e =
          assertThrows(
              WireException.class,
              () -> Format.FIX.write(value, Twice.shape(tags[0], tags[1], tags[2], tags[3])),
              () -> Arrays.toString(tags));
      assertTrue(e.getMessage().contains("is there twice"), e.getMessage());
    }
  }

  @Test
  void members_of_a_group_begin_with_the_same_field() {
    Message message = new Message();
    message.parties = List.of(new Party("a", 'D', 1, null), new Party(null, 'D', 2, null));
    WireException e = assertThrows(WireException.class, () -> Format.FIX.write(message));
    assertEquals("$.453[1]", e.path());
    assertTrue(e.getMessage().contains("453 must not be null"), e.getMessage());
    message.parties = Arrays.asList(new Party("a", 'D', 1, null), null);
    assertThrows(WireException.class, () -> Format.FIX.write(message));
  }

  // ---- what FIX does not have

  @Test
  void other_documents_and_values_are_refused_with_a_reason() {
    Field field = Field.of(1, "f");
    Shape<Map<String, Integer>> map = Shapes.map(Shapes.INT32);
    refusedToWrite(7, Shapes.INT32, "is an object");
    refusedToWrite(null, Shapes.INT32, "not null");
    refusedToWrite(List.of(7), Shapes.list(Shapes.INT32), "no list");
    refusedToWrite(Map.of("a", 7), map, "no maps");
    refusedToWrite(Map.of("a", 7), Shapes.ANY, "no description");
    refusedToWrite(Map.of("a", 7), wrapped(field, map), "no maps");
    refusedToWrite("a", wrapped(field, Shapes.ANY), "no description");
    refusedToWrite(List.of(1), wrapped(field, Shapes.list(Shapes.INT32)), "withElements");
    refusedToWrite(
        List.of(List.of(1)), wrapped(field, Shapes.list(Shapes.list(Shapes.INT32))), "list in a");
    refusedToWrite(new byte[1], wrapped(field, Shapes.BYTES), "withLength");
    refusedToRead("1=1|", Shapes.INT32, "is an object");
    refusedToRead("1=1|", Shapes.list(Shapes.INT32), "no list");
    refusedToRead("1=1|", map, "no maps");
    refusedToRead("1=1|", Shapes.ANY, "does not tell");
    refusedToRead("1=1|", wrapped(field, map), "no maps");
    refusedToRead("1=1|", wrapped(field, Shapes.ANY), "does not tell");
    refusedToRead("1=1|2=2|", wrapped(field, Shapes.list(Shapes.INT32)), "withElements");
    refusedToRead("1=1|2=2|", wrapped(field, Shapes.list(Shapes.list(Shapes.INT32))), "list in a");
    refusedToRead("1=1|", wrapped(field, Shapes.BYTES), "withLength");
    assertThrows(
        IllegalArgumentException.class, () -> Format.FIX.convert(new byte[0], Format.JSON));
    assertThrows(
        IllegalArgumentException.class, () -> Format.JSON.convert(bytes("{}"), Format.FIX));
  }

  private static <T> void refusedToWrite(T value, Shape<T> shape, String reason) {
    WireException e = assertThrows(WireException.class, () -> Format.FIX.write(value, shape));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  private static <T> void refusedToRead(String document, Shape<T> shape, String reason) {
    WireException e =
        assertThrows(WireException.class, () -> Format.FIX.read(bytes(document), shape));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  /** An object with one field. */
  private static <T> Shape<T> wrapped(Field field, Shape<T> shape) {
    return new SplitShape<>() {
      @Override
      protected void write(Wire w, T value) {
        w.value(field, value, shape);
      }

      @Override
      protected T read(Wire w, T value) {
        return w.value(field, null, shape);
      }
    };
  }

  /** An object that has another one of its kind as a component, which FIX cannot tell apart. */
  static final class Node implements Wired {
    static final ObjectShape<Node> SHAPE =
        new ObjectShape<>() {
          @Override
          protected Node blank() {
            return new Node();
          }

          @Override
          protected Node fields(Wire w, Node value) {
            value.wire(w);
            return value;
          }
        };

    private static final Field NAME = Field.of(1, "name");
    private static final Field LEFT = Field.of(2, "left");
    private static final Field RIGHT = Field.of(3, "right");
    private static final Field ALL = Field.of(4, "all");
    private String name;
    private Node left;
    private Node right;
    private List<Node> all;

    @Override
    public void wire(Wire w) {
      name = w.string(NAME, name);
      left = w.value(LEFT, left, SHAPE);
      right = w.value(RIGHT, right, SHAPE);
      all = w.list(ALL, all, SHAPE);
    }
  }

  @Test
  void a_field_keeps_all_that_it_had_when_it_gets_more() {
    Field field = Field.of(12, "\u20ac").zigzag().withLength(5).withElements(6).fixed();
    assertEquals(12, field.number());
    assertEquals("\u20ac", field.name());
    assertEquals(Field.FIXED, field.encoding);
    assertEquals(Field.LONG, field.protobuf);
    assertEquals(List.of(5, 6, 1), List.of(field.length, field.elements, field.nameAt));
    assertEquals(Field.ZIGZAG, Field.of(1, "a").zigzag().withElements(2).encoding);
  }

  @Test
  void constants_have_names_numbers_and_codes_at_once() {
    EnumShape<Plain> shape =
        new EnumShape<>(
            Plain.values(), new String[] {"one", "two"}, new int[] {7, 9}, new String[] {"A", "B"});
    Shape<Plain> wrapped = wrapped(Field.of(1, "f"), shape);
    assertEquals("1=B|", text(Format.FIX.write(Plain.TWO, wrapped)));
    assertEquals("{\"f\":\"two\"}", text(Format.JSON.write(Plain.TWO, wrapped)));
    assertArrayEquals(new byte[] {8, 9}, Format.PROTOBUF.write(Plain.TWO, wrapped));
    for (Format format : List.of(Format.FIX, Format.JSON, Format.PROTOBUF, Format.CBOR)) {
      assertEquals(Plain.TWO, format.read(format.write(Plain.TWO, wrapped), wrapped));
    }
  }

  @Test
  void what_is_in_itself_is_refused_when_its_tags_would_be_there_twice() {
    Node node = new Node();
    node.name = "a";
    assertEquals("1=a|", text(Format.FIX.write(node)));
    Node read = Format.FIX.read(bytes("1=a|"), new Node());
    assertNull(read.left);
    node.left = node;
    assertThrows(WireException.class, () -> Format.FIX.write(node));
    node.left = null;
    node.all = List.of(node);
    assertThrows(WireException.class, () -> Format.FIX.write(node));
    node.all = null;
    node.name = null;
    node.right = node;
    WireException e = assertThrows(WireException.class, () -> Format.FIX.write(node));
    assertTrue(e.getMessage().startsWith("deeper than 1000"), e.getMessage());
  }

  /** A message by its MsgType, which is the discriminator. */
  sealed interface Any {
    Shape<Any> SHAPE =
        new SplitShape<>() {
          private static final Field MSG_TYPE = Field.of(35, "MsgType");

          @Override
          protected void write(Wire w, Any value) {
            w.string(MSG_TYPE, value instanceof Heartbeat ? "0" : "B");
            if (value instanceof Heartbeat it) {
              writeFields(Heartbeat.SHAPE, w, it);
            } else {
              writeFields(News.SHAPE, w, (News) value);
            }
          }

          @Override
          protected Any read(Wire w, Any value) {
            String type = w.string(MSG_TYPE, null);
            if ("0".equals(type)) {
              return readFields(Heartbeat.SHAPE, w, null);
            }
            if ("B".equals(type)) {
              return readFields(News.SHAPE, w, null);
            }
            throw w.error("no message is called " + type);
          }
        };
  }

  record Heartbeat(String id) implements Any {
    static final SplitShape<Heartbeat> SHAPE =
        new SplitShape<>() {
          private static final Field ID = Field.of(112, "TestReqID");

          @Override
          protected void write(Wire w, Heartbeat value) {
            w.string(ID, value.id);
          }

          @Override
          protected Heartbeat read(Wire w, Heartbeat value) {
            return new Heartbeat(w.string(ID, null));
          }
        };
  }

  record News(String headline, List<String> text) implements Any {
    static final SplitShape<News> SHAPE =
        new SplitShape<>() {
          private static final Field HEADLINE = Field.of(148, "Headline");
          private static final Field TEXT = Field.of(33, "LinesOfText").withElements(58);

          @Override
          protected void write(Wire w, News value) {
            w.string(HEADLINE, value.headline);
            w.list(TEXT, value.text, Shapes.STRING);
          }

          @Override
          protected News read(Wire w, News value) {
            return new News(w.string(HEADLINE, null), w.list(TEXT, null, Shapes.STRING));
          }
        };
  }

  @Test
  void a_sealed_type_has_its_alternative_in_a_field() {
    for (Any each : List.of(new Heartbeat("x"), new News("h", List.of("a", "b")))) {
      assertEquals(each, Format.FIX.read(Format.FIX.write(each, Any.SHAPE), Any.SHAPE));
      byte[] framed = new FixWriter().frame("FIX.4.4").write(each, Any.SHAPE).toByteArray();
      FixReader reader = new FixReader().frame("FIX.4.4");
      assertEquals(each, reader.reset(framed).read(Any.SHAPE));
      assertEquals(each instanceof News ? "B" : "0", reader.msgType());
    }
    Shape<Any> component = wrapped(Field.of(10_002, "any"), Any.SHAPE);
    assertNull(Format.FIX.read(new byte[0], component), "none of its fields is there");
    assertEquals("35=0|112=x|", text(Format.FIX.write(new Heartbeat("x"), component)));
    assertThrows(WireException.class, () -> Format.FIX.read(bytes("35=X|"), component));
  }

  // ---- the frame

  private static final String HEARTBEAT = "8=FIX.4.4|9=11|35=0|112=x|";

  @Test
  void a_frame_is_written_and_verified() {
    byte[] written =
        new FixWriter()
            .frame("FIX.4.4", "0")
            .write(new Heartbeat("x"), Heartbeat.SHAPE)
            .toByteArray();
    assertEquals(text(sealed(HEARTBEAT)), text(written));
    FixReader reader = new FixReader().frame("FIX.4.4");
    assertEquals(new Heartbeat("x"), reader.reset(written).read(Heartbeat.SHAPE));
    assertEquals("0", reader.msgType());
    // Within an array, and with zeros before the length.
    byte[] zeros = sealed("8=FIX.4.4|9=00011|35=0|112=x|");
    byte[] inside = new byte[zeros.length + 7];
    System.arraycopy(zeros, 0, inside, 3, zeros.length);
    assertEquals(
        new Heartbeat("x"), reader.reset(inside, 3, 3 + zeros.length).read(Heartbeat.SHAPE));
    // MsgType is found by who asks for it late, and may be asked for by nobody.
    Shape<String> late =
        new SplitShape<>() {
          @Override
          protected void write(Wire w, String value) {}

          @Override
          protected String read(Wire w, String value) {
            String id = w.string(Field.of(112, "id"), null);
            return id + w.string(Field.of(35, "type"), null) + w.string(Field.of(36, "x"), null);
          }
        };
    assertEquals("x0null", reader.reset(written).read(late));
    assertEquals("xnullnull", Format.FIX.read(bytes("112=x|"), late));
    reader.keepUnknown(true);
    reader.reset(sealed("8=FIX.4.4|9=16|35=0|58=y|112=x|")).read(Heartbeat.SHAPE);
    assertEquals("58=y|", text(reader.unknown()));
  }

  /** With the CheckSum of all that is before it. */
  static byte[] sealed(String document) {
    int sum = 0;
    for (byte each : bytes(document)) {
      sum += each & 0xff;
    }
    return bytes(document + "10=%03d|".formatted(sum & 255));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "8=FIX.4.2|9=11|35=0|112=x|; BeginString (8) must be FIX.4.4, but is FIX.4.2; 2",
        "9=10|35=0|112=x|; there must be BeginString (8); 0",
        "8=FIX.4.4|35=0|112=x|; there must be BodyLength (9); 10",
        "8=FIX.4.4|9=10|35=0|112=x|; BodyLength (9) must be 11, but is 10; 12",
        "8=FIX.4.4|9=x|35=0|112=x|; BodyLength (9) must be 11, but is x; 12",
        "8=FIX.4.4|9=99999999999999999999|35=0|112=x|; BodyLength (9) must be 11; 12",
        "8=FIX.4.4|9=|35=0|112=x|; BodyLength (9) must be 11, but is; 12",
        "8=FIX.4.4|9=11|112=x|35=0|; there must be MsgType (35); 15",
        "8=FIX.4.4|9=0|; there must be MsgType (35); 14",
        "8=FIX.4.4|9=4|35=|; the field has no value; 17",
        "8=FIX.4.4|9=8|35=|1=2|; the field has no value; 17"
      })
  void a_wrong_frame_is_refused_with_place_and_value(String document, String reason, int offset) {
    WireException e =
        assertThrows(
            WireException.class,
            () -> new FixReader().frame("FIX.4.4").reset(sealed(document)).read(Heartbeat.SHAPE));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
    assertEquals(offset, e.offset(), e.getMessage());
  }

  @Test
  void a_wrong_check_sum_is_refused_with_place_and_value() {
    byte[] right = sealed(HEARTBEAT);
    FixReader reader = new FixReader().frame("FIX.4.4");
    reader.reset(right);
    for (int i = 0; i < right.length; i++) {
      byte[] wrong = right.clone();
      wrong[i] ^= 1;
      assertThrows(WireException.class, () -> reader.reset(wrong), text(wrong));
      byte[] shorter = Arrays.copyOf(right, i);
      assertThrows(WireException.class, () -> reader.reset(shorter), text(shorter));
    }
    byte[] wrong = right.clone();
    wrong[right.length - 2] ^= 1;
    WireException e = assertThrows(WireException.class, () -> reader.reset(wrong));
    String sum = text(right).substring(right.length - 4, right.length - 1);
    assertTrue(e.getMessage().startsWith("CheckSum (10) must be " + sum), e.getMessage());
    assertEquals("$.10", e.path());
    assertEquals(right.length - 4, e.offset());
    byte[] longer = Arrays.copyOf(right, right.length + 1);
    assertThrows(WireException.class, () -> reader.reset(longer));
  }

  @Test
  void fields_of_the_frame_are_not_those_of_an_object() {
    for (int tag : new int[] {8, 9, 10}) {
      Shape<Integer> shape = wrapped(Field.of(tag, "t"), Shapes.INT32);
      assertEquals(tag + "=7|", text(Format.FIX.write(7, shape)), "without a frame");
      Writer framed = new FixWriter().frame("FIX.4.4", "D");
      assertThrows(WireException.class, () -> framed.write(7, shape));
    }
    Shape<Integer> shape = wrapped(Field.of(35, "t"), Shapes.INT32);
    assertThrows(WireException.class, () -> new FixWriter().frame("FIX.4.4", "D").write(7, shape));
    assertEquals(
        "8=FIX.4.4|9=5|35=7|10=167|".length(),
        new FixWriter().frame("FIX.4.4").write(7, shape).length());
    Shape<Integer> other = wrapped(Field.of(36, "t"), Shapes.INT32);
    assertThrows(WireException.class, () -> new FixWriter().frame("FIX.4.4").write(7, other));
    assertThrows(WireException.class, () -> new FixWriter().frame("FIX.4.4").write(nothing()));
    assertThrows(IllegalArgumentException.class, () -> new FixWriter().frame("FIX\1"));
    assertThrows(IllegalStateException.class, () -> new FixReader().msgType());
  }

  private static Wired nothing() {
    return w -> {};
  }

  // ---- messages that others have published

  /** All fields of a message, in its order, as strings. */
  private static final class Published implements Wired {
    private final List<Field> fields = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    Published(String message) {
      for (String each : message.split("\\|")) {
        int tag = Integer.parseInt(each.substring(0, each.indexOf('=')));
        if (tag != 8 && tag != 9 && tag != 10) {
          fields.add(Field.of(tag, "f" + tag));
          values.add(null);
        }
      }
    }

    @Override
    public void wire(Wire w) {
      for (int i = 0; i < fields.size(); i++) {
        values.set(i, w.string(fields.get(i), values.get(i)));
      }
    }
  }

  /** Of Wikipedia's page on FIX, and of the examples of QuickFIX. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "8=FIX.4.2|9=178|35=8|49=PHLX|56=PERS|52=20071123-05:30:00.000|11=ATOMNOCCC9990900|20=3|"
            + "150=E|39=E|55=MSFT|167=CS|54=1|38=15|40=2|44=15|58=PHLX EQUITY TESTING|59=0|47=C|"
            + "32=0|31=0|151=15|14=0|6=0|10=128|",
        "8=FIX.4.2|9=65|35=A|49=SERVER|56=CLIENT|34=177|52=20090107-18:15:16|98=0|108=30|10=062|",
        "8=FIX.4.1|9=61|35=A|34=1|49=EXEC|52=20121105-23:24:06|56=BANZAI|98=0|108=30|10=003|",
        "8=FIX.4.1|9=103|35=D|34=3|49=BANZAI|52=20121105-23:24:42|56=EXEC|11=1352157882577|21=1|"
            + "38=10000|40=1|54=1|55=MSFT|59=0|10=062|",
        "8=FIX.4.1|9=139|35=8|34=3|49=EXEC|52=20121105-23:24:42|56=BANZAI|6=0|11=1352157882577|"
            + "14=0|17=1|20=0|31=0|32=0|37=1|38=10000|39=0|54=1|55=MSFT|150=2|151=0|10=059|"
      })
  void published_messages_are_read_and_written_again(String message) {
    String version = message.substring(2, 9);
    Published read = new Published(message);
    FixReader reader = new FixReader().frame(version);
    reader.reset(bytes(message)).read(read);
    assertEquals(message.charAt(message.indexOf("35=") + 3), reader.msgType().charAt(0));
    assertEquals(message, text(new FixWriter().frame(version).write(read).toByteArray()));
    Message typed = reader.keepUnknown(true).reset(bytes(message)).read(new Message());
    if (message.contains("55=")) {
      assertEquals("MSFT", typed.instrument.symbol);
      assertEquals(Side.BUY, typed.side);
      assertEquals(message.contains("PHLX") ? 15 : 10_000, typed.quantity.intValueExact());
    }
    assertTrue(text(reader.unknown()).contains("|49=") || text(reader.unknown()).startsWith("49="));
  }

  // ---- limits

  /** Documents that would be costly if a reader went back: of so many members. */
  private static List<String> costly(int size) {
    StringBuilder unknown = new StringBuilder("453=" + size + "|");
    StringBuilder unread = new StringBuilder("453=" + size + "|");
    StringBuilder turned = new StringBuilder();
    StringBuilder nested = new StringBuilder("9=1|453=" + size + "|");
    for (int i = 0; i < size; i++) {
      unknown.append("448=p|9001=x|452=1|");
      unread.append("9001=x|9002=y|");
      turned.append(900_000 + i).append("=1|");
      nested.append("448=p|802=1|523=s|9002=y|");
    }
    return List.of(
        unknown.toString(),
        unread.toString(),
        turned + "11=x|",
        nested.toString(),
        "453=2147483647|" + "448=p|".repeat(size),
        "95=" + size + "|" + "9=1|".repeat(size),
        "95=" + 4 * size + "|96=" + "55=|".repeat(size) + "|11=x|",
        "\1".repeat(size),
        "5090=1|" + "5096=|".repeat(size) + "11=x|");
  }

  @Test
  void time_and_memory_are_in_proportion_to_the_document() {
    var thread =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    int small = 2_000;
    int times = 8;
    for (int i = 0; i < costly(small).size(); i++) {
      byte[] few = bytes(costly(small).get(i));
      byte[] many = bytes(costly(small * times).get(i));
      for (int warm = 0; warm < 30; warm++) {
        tried(few);
      }
      long least = Long.MAX_VALUE;
      long most = Long.MAX_VALUE;
      long memory = 0;
      for (int round = 0; round < 7; round++) {
        long before = thread.getCurrentThreadCpuTime();
        tried(few);
        least = Math.min(least, thread.getCurrentThreadCpuTime() - before);
        long allocated = thread.getCurrentThreadAllocatedBytes();
        before = thread.getCurrentThreadCpuTime();
        tried(many);
        most = Math.min(most, thread.getCurrentThreadCpuTime() - before);
        memory = thread.getCurrentThreadAllocatedBytes() - allocated;
      }
      assertTrue(most < 4 * times * least, i + ": " + least + " ns and " + most + " ns");
      assertTrue(memory < 30L * many.length + 100_000, i + ": " + memory + " bytes");
    }
  }

  private static void tried(byte[] document) {
    try {
      Format.FIX.read(document, new Message());
    } catch (WireException e) {
      assertTrue(e.offset() <= document.length);
    }
  }

  @Test
  void a_reader_does_not_keep_what_one_large_document_needed() throws Exception {
    FixReader reader = new FixReader();
    byte[] large = bytes(costly(100_000).get(2));
    reader.reset(large).read(new Message());
    reader.reset(bytes("11=x|")).read(new Message());
    java.lang.reflect.Field fields = FixReader.class.getDeclaredField("fields");
    fields.setAccessible(true);
    java.lang.reflect.Field entries = FixFields.class.getDeclaredField("entries");
    entries.setAccessible(true);
    assertTrue(4 * ((int[]) entries.get(fields.get(reader))).length <= 1 << 20);
  }

  @Test
  void limits_are_those_of_all_formats() {
    assertThrows(WireException.class, () -> limited(new Limits(5, 9, 9, 9, 9), "11=abc|"));
    limited(new Limits(99, 9, 3, 9, 9), "11=abc|");
    assertThrows(WireException.class, () -> limited(new Limits(99, 9, 2, 9, 9), "11=abc|"));
    limited(new Limits(99, 9, 9, 3, 9), "44=1.5|");
    assertThrows(WireException.class, () -> limited(new Limits(99, 9, 9, 3, 9), "44=1.25|"));
    limited(new Limits(99, 3, 9, 9, 9), "453=1|448=p|");
    assertThrows(WireException.class, () -> limited(new Limits(99, 2, 9, 9, 9), "453=1|448=p|"));
    limited(new Limits(99, 9, 9, 9, 9), "386=3|336=1|336=2|336=3|");
    assertThrows(
        WireException.class, () -> limited(new Limits(99, 9, 9, 9, 2), "386=3|336=1|336=2|336=3|"));
    assertThrows(WireException.class, () -> limited(new Limits(99, 9, 9, 9, 2), "91=1|92=2|93=3|"));
  }

  private static void limited(Limits limits, String document) {
    Format.FIX.reader(limits).reset(bytes(document)).read(new Message());
  }
}
