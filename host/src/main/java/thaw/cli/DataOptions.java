package thaw.cli;

import java.util.List;
import picocli.CommandLine.Option;
import thaw.app.choice.DataChoice;

/**
 * Options that choose what is there before the start: data in services, and functions that make
 * some.
 */
public final class DataOptions {
  @Option(
      names = "--seed",
      paramLabel = "DIR|N",
      description =
          "Folder with the data that services start with: tables/TABLE.json (items),"
              + " buckets/BUCKET/KEY (objects), secrets/NAME, parameters/NAME. In bench and load a"
              + " number is the seed of random choices. Default: 1.")
  private List<String> given = List.of();

  @Option(
      names = "--before",
      paramLabel = "FUNCTION=FILE|JSON",
      description =
          "Invokes a function first, to make data that the others need; repeatable, in this order.")
  private List<String> before = List.of();

  public DataChoice choice() {
    return new DataChoice(given, before);
  }
}
