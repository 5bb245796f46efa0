package thaw.live;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text of Prometheus' format, read as strictly as it is specified: each family with HELP and TYPE
 * once and in one piece, each sample once, nothing else.
 *
 * @param samples by name and labels, as {@code name{a=b,c=d}} in the order of the labels' names
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Exposition
 *     formats</a>
 */
record Scrape(Map<String, Double> samples, Map<String, String> types, Map<String, String> helps) {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL =
      Pattern.compile("\\G([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"(?:,|$)");

  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

  static Scrape parse(String text) {
    assertTrue(text.isEmpty() || text.endsWith("\n"), "ends with a line feed");
    Scrape scrape = new Scrape(new TreeMap<>(), new HashMap<>(), new HashMap<>());
    Set<String> done = new HashSet<>();
    String family = "";
    for (String line : text.split("\n")) {
      if (line.startsWith("# HELP ")) {
        String[] words = line.split(" ", 4);
        assertTrue(done.add(words[2]), "in one piece: " + line);
        family = words[2];
        assertNull(scrape.helps.put(family, words[3]), line);
      } else if (line.startsWith("# TYPE ")) {
        String[] words = line.split(" ", 4);
        assertTrue(words[2].equals(family), "after its HELP: " + line);
        assertTrue(Set.of("counter", "gauge", "histogram").contains(words[3]), line);
        assertNull(scrape.types.put(family, words[3]), line);
      } else {
        scrape.addSample(line, family);
      }
    }
    return scrape;
  }

  private void addSample(String line, String family) {
    Matcher matcher = SAMPLE.matcher(line);
    assertTrue(matcher.matches(), "a sample: " + line);
    String suffix = "histogram".equals(types.get(family)) ? "(_bucket|_sum|_count)" : "";
    assertTrue(matcher.group(1).matches(Pattern.quote(family) + suffix), "of its family: " + line);
    String value = matcher.group(3).equals("+Inf") ? "Infinity" : matcher.group(3);
    String key = matcher.group(1) + "{" + labels(matcher.group(2)) + "}";
    assertFalse(samples.containsKey(key), "once: " + line);
    samples.put(key, Double.parseDouble(value));
  }

  private static String labels(@Nullable String text) {
    Map<String, String> labels = new TreeMap<>();
    if (text != null) {
      Matcher matcher = LABEL.matcher(text);
      int end = 0;
      while (matcher.find()) {
        String value =
            ESCAPE
                .matcher(matcher.group(2))
                .replaceAll(each ->
                    Matcher.quoteReplacement(each.group(1).equals("n") ? "\n" : each.group(1)));
        assertNull(labels.put(matcher.group(1), value), text);
        end = matcher.end();
      }
      assertTrue(end == text.length(), "labels: " + text);
    }
    return String.join(
        ",",
        labels.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList());
  }

  /**
   * @param labels {@code a=b,c=d}
   */
  @Nullable Double value(String name, String labels) {
    return samples.get(name + "{" + labels + "}");
  }
}
