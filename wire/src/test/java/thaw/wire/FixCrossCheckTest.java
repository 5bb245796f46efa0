package thaw.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import quickfix.DataDictionary;
import quickfix.FieldMap;
import quickfix.Group;
import quickfix.Message;
import quickfix.UtcTimestampPrecision;

/**
 * What is written is what QuickFIX/J reads, with all checks of its dictionary of FIX 4.4, and the
 * other way round: all messages there are, with random fields. {@code -Dthaw.fix.seed} repeats a
 * run, whose seed is in the message of a failure and in the output.
 */
class FixCrossCheckTest {
  private static final int FEW = 600;
  private static final int MANY = 20_000;

  @Test
  void messages_are_read_equal_by_both() throws Exception {
    check(FEW);
  }

  @Tag("thorough") // The same for more objects
  @Test
  void twenty_thousand_messages_are_read_equal_by_both() throws Exception {
    check(MANY);
  }

  private static void check(int count) throws Exception {
    long seed = Long.getLong("thaw.fix.seed", System.nanoTime());
    System.out.println("FixCrossCheckTest: -Dthaw.fix.seed=" + seed + ", messages: " + count);
    FixDictionary known = new FixDictionary("/FIX44.xml");
    DataDictionary dictionary =
        new DataDictionary(FixCrossCheckTest.class.getResourceAsStream("/FIX44.xml"));
    dictionary.setCheckFieldsOutOfOrder(true);
    dictionary.setCheckUnorderedGroupFields(true);
    dictionary.setCheckFieldsHaveValues(true);
    dictionary.setCheckUserDefinedFields(true);
    dictionary.setAllowUnknownMessageFields(false);
    List<String> names = new ArrayList<>(known.messages().keySet());
    FixWriter writer = new FixWriter().frame("FIX.4.4");
    FixReader reader = new FixReader().frame("FIX.4.4");
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < count; i++) {
      String name = names.get(i % names.size());
      FixDictionary.Parts parts = known.messages().get(name);
      Object[] made = parts.random(random, random.nextInt(60));
      String where = "-Dthaw.fix.seed=" + seed + ", message " + i + ", " + name;
      try {
        check(writer, reader, dictionary, parts, made, where);
      } catch (Exception e) {
        throw new AssertionError(where + ": " + FixDictionary.text(made), e);
      }
    }
  }

  private static void check(
      FixWriter writer,
      FixReader reader,
      DataDictionary dictionary,
      FixDictionary.Parts parts,
      Object[] made,
      String where)
      throws Exception {
    byte[] written = writer.write(made, parts).toByteArray();
    assertEquals(
        FixDictionary.text(made), FixDictionary.text(reader.reset(written).read(parts)), where);

    Message read = new Message();
    read.fromString(new String(written, ISO_8859_1), dictionary, true);
    dictionary.validate(read);
    Message theirs = new Message();
    theirs.getHeader().setString(8, "FIX.4.4");
    for (int i = 0; i < made.length; i++) {
      FixDictionary.Part part = parts.all().get(i);
      FieldMap to =
          switch (part.field().name()) {
            case "MsgType", "StandardHeader" -> theirs.getHeader();
            case "StandardTrailer" -> theirs.getTrailer();
            default -> theirs;
          };
      set(to, part, made[i]);
    }
    String text = theirs.toString();
    assertEquals(shown(theirs), shown(read), where);

    Object[] again = reader.reset(text.getBytes(ISO_8859_1)).read(parts);
    assertEquals(FixDictionary.text(made), FixDictionary.text(again), where);
  }

  private static void set(FieldMap to, FixDictionary.Part part, Object value) {
    int tag = part.field().number();
    if (value instanceof Object[] component) {
      for (int i = 0; i < component.length; i++) {
        set(to, part.parts().all().get(i), component[i]);
      }
    } else if (value instanceof List<?> members) {
      List<Integer> order = new ArrayList<>();
      order(part.parts(), order);
      for (Object member : members) {
        int[] tags = order.stream().mapToInt(Integer::intValue).toArray();
        Group group = new Group(tag, tags[0], tags);
        Object[] values = (Object[]) member;
        for (int i = 0; i < values.length; i++) {
          set(group, part.parts().all().get(i), values[i]);
        }
        to.addGroup(group);
      }
    } else if (value instanceof Integer it) {
      to.setInt(tag, it);
    } else if (value instanceof Double it) {
      to.setDecimal(tag, new BigDecimal(it.toString()));
    } else if (value instanceof BigDecimal it) {
      to.setDecimal(tag, it);
    } else if (value instanceof Character it) {
      to.setChar(tag, it);
    } else if (value instanceof Boolean it) {
      to.setBoolean(tag, it);
    } else if (value instanceof Instant it) {
      to.setUtcTimeStamp(tag, LocalDateTime.ofInstant(it, ZoneOffset.UTC), precision(it.getNano()));
    } else if (value instanceof LocalTime it) {
      to.setUtcTimeOnly(tag, it, precision(it.getNano()));
    } else if (value instanceof LocalDate it) {
      to.setUtcDateOnly(tag, it);
    } else if (value instanceof YearMonth it) {
      to.setString(tag, it.format(DateTimeFormatter.ofPattern("yyyyMM")));
    } else if (value instanceof byte[] it) {
      to.setInt(part.field().length, it.length);
      to.setString(tag, new String(it, ISO_8859_1));
    } else if (value != null) {
      to.setString(tag, new String(((String) value).getBytes(UTF_8), ISO_8859_1));
    }
  }

  private static UtcTimestampPrecision precision(int nanos) {
    return nanos == 0
        ? UtcTimestampPrecision.SECONDS
        : nanos % 1_000_000 == 0
            ? UtcTimestampPrecision.MILLIS
            : nanos % 1_000 == 0 ? UtcTimestampPrecision.MICROS : UtcTimestampPrecision.NANOS;
  }

  private static void order(FixDictionary.Parts parts, List<Integer> order) {
    for (FixDictionary.Part part : parts.all()) {
      if (part.type().equals("COMPONENT")) {
        order(part.parts(), order);
      } else {
        if (part.field().length != 0) {
          order.add(part.field().length);
        }
        order.add(part.field().number());
      }
    }
  }

  /** All that QuickFIX/J has of a message, but for the frame. */
  private static String shown(Message message) {
    return shown((FieldMap) message.getHeader())
        + shown((FieldMap) message)
        + shown((FieldMap) message.getTrailer());
  }

  private static String shown(FieldMap map) {
    StringBuilder text = new StringBuilder("{");
    for (Iterator<quickfix.Field<?>> all = map.iterator(); all.hasNext(); ) {
      quickfix.Field<?> field = all.next();
      int tag = field.getTag();
      if (tag != 9 && tag != 10) {
        String value = String.valueOf(field.getObject());
        text.append(tag).append('=').append(plain(value)).append('|');
      }
    }
    for (Iterator<Integer> keys = map.groupKeyIterator(); keys.hasNext(); ) {
      int key = keys.next();
      for (Group group : map.getGroups(key)) {
        text.append(key).append(shown(group));
      }
    }
    return text.append('}').toString();
  }

  /** QuickFIX/J leaves out a point without digits behind it, which wire writes. */
  private static String plain(String value) {
    return value.matches("-?[0-9]+\\.0") ? value.substring(0, value.length() - 2) : value;
  }
}
