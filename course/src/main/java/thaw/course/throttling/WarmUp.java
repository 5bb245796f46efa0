package thaw.course.throttling;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import thaw.course.Told;

/**
 * Requests of an ordinary kind from the first one on: parse, compute, sort, format, digest. Much
 * code, none of it for long: what compilers see of a cold start.
 */
public final class WarmUp {
  private static final Pattern ITEM = Pattern.compile("([a-z]+)-(\\d+)(?:/(\\w+))?");
  private static volatile int sink;

  private WarmUp() {}

  /** One line of an order. */
  private static final class Item {
    final String name;
    final int number;
    final BigDecimal price;
    final LocalDate date;

    Item(String name, int number, BigDecimal price, LocalDate date) {
      this.name = name;
      this.number = number;
      this.price = price;
      this.date = date;
    }
  }

  /**
   * Tells how long the first requests took, and who used the CPU.
   *
   * @param arguments how many requests
   */
  public static void main(String[] arguments) throws Exception {
    int requests = Integer.parseInt(arguments[0]);
    byte[] document = document();
    ThreadTimes.now(); // its classes
    Gate.await();
    ThreadTimes before = ThreadTimes.now();
    long start = System.nanoTime();
    int digests = request(document, 0);
    long first = System.nanoTime();
    for (int i = 1; i < requests; i++) {
      digests += request(document, i);
    }
    long end = System.nanoTime();
    ThreadTimes used = ThreadTimes.now().since(before);
    sink = digests;
    Told.figure("first_ms", (first - start) / 1e6);
    Told.figure("wall_ms", (end - start) / 1e6);
    Told.figure("cpu_ms", used.all);
    Told.figure("c1_ms", used.c1);
    Told.figure("c2_ms", used.c2);
  }

  private static byte[] document() {
    StringBuilder text = new StringBuilder("<order>");
    for (int i = 0; i < 60; i++) {
      text.append("<item name='part-").append(i * 37 % 60).append("/x").append(i % 7);
      text.append("' price='").append(i * 13 % 97).append('.').append(10 + i);
      text.append("' date='2024-0").append(1 + i % 9).append("-1").append(i % 10).append("'/>");
    }
    return text.append("</order>").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static int request(byte[] document, int number) throws Exception {
    List<Item> items = parse(document);
    items.sort(Comparator.comparing((Item item) -> item.date).thenComparing(item -> item.name));
    Map<String, BigDecimal> totals =
        items.stream()
            .collect(
                Collectors.groupingBy(
                    item -> item.date.getMonth().name(),
                    TreeMap::new,
                    Collectors.reducing(BigDecimal.ZERO, item -> item.price, BigDecimal::add)));
    StringBuilder answer = new StringBuilder();
    DateTimeFormatter format = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ROOT);
    for (Item item : items) {
      answer.append(
          String.format(
              Locale.ROOT, "%-12s %5d %8.2f%n", item.name, item.number + number, item.price));
      answer.append(format.format(item.date.plusDays(number)));
    }
    totals.forEach((month, total) -> {
      answer.append(month.toLowerCase(Locale.ROOT)).append(total.setScale(1, RoundingMode.UP));
    });
    byte[] digest =
        MessageDigest.getInstance("SHA-256")
            .digest(answer.toString().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest).hashCode();
  }

  private static List<Item> parse(byte[] document) throws Exception {
    NodeList nodes =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(document))
            .getElementsByTagName("item");
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      Element element = (Element) nodes.item(i);
      Matcher name = ITEM.matcher(element.getAttribute("name"));
      if (!name.matches()) {
        throw new IllegalStateException(element.getAttribute("name"));
      }
      items.add(
          new Item(
              name.group(1) + name.group(3),
              Integer.parseInt(name.group(2)),
              new BigDecimal(element.getAttribute("price")),
              LocalDate.parse(element.getAttribute("date"))));
    }
    return items;
  }
}
