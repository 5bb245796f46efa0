package thaw.codecs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** What has been measured, a line each in a file: it is there before the next one begins. */
final class BenchSamples {
  /**
   * One run of a JVM.
   *
   * @param key what ran: a kind, a codec, and what else tells it from others
   * @param values of the kind's meaning
   */
  record Sample(List<String> key, List<String> values) {
    double value(int index) {
      return Double.parseDouble(values.get(index));
    }
  }

  private final Path file;
  private final List<Sample> samples = new ArrayList<>();

  /** Takes up what a file has. */
  BenchSamples(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] halves = line.split("\t=\t");
        samples.add(new Sample(List.of(halves[0].split("\t")), List.of(halves[1].split("\t"))));
      }
    }
  }

  void add(List<String> key, List<String> values) throws IOException {
    samples.add(new Sample(key, values));
    Files.writeString(
        file,
        String.join("\t", key) + "\t=\t" + String.join("\t", values) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Those whose keys begin so. */
  List<Sample> of(String... key) {
    List<String> prefix = List.of(key);
    return samples.stream()
        .filter(s ->
            s.key().size() >= prefix.size() && s.key().subList(0, prefix.size()).equals(prefix))
        .toList();
  }
}
