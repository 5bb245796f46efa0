package thaw.explanation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.attribution.Explanation;

/**
 * Writes typical explanations to look at: {@code java -cp target/test-classes:target/classes:...
 * thaw.explanation.WhyGallery DIR}.
 */
public final class WhyGallery {
  private static final Map<String, Explanation> EXPLANATIONS = make();

  /** What a function's commands look like. */
  public static final WhyNext NEXT =
      new WhyNext("my-app --function CreatePet", "", Path.of("thaw-why"));

  private WhyGallery() {}

  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    for (Map.Entry<String, Explanation> each : explanations().entrySet()) {
      Path folder = directory.resolve(each.getKey());
      long begin = System.nanoTime();
      WhyFiles.write(each.getValue(), Optional.empty(), older(each.getKey()), NEXT, folder);
      System.out.printf("%s: %d ms%n", folder, (System.nanoTime() - begin) / 1_000_000);
      Files.writeString(folder.resolve("why.txt"), text(each.getKey(), 100, false));
      Files.writeString(folder.resolve("why.ansi"), text(each.getKey(), 100, true));
    }
  }

  public static Map<String, Explanation> explanations() {
    return EXPLANATIONS;
  }

  private static Map<String, Explanation> make() {
    Map<String, Explanation> explanations = new LinkedHashMap<>();
    explanations.put("petstore", WhyExamples.petstore());
    explanations.put("compared", WhyExamples.petstore());
    explanations.put("starved", WhyExamples.starved());
    explanations.put("empty", WhyExamples.empty());
    explanations.put("hostile", WhyExamples.hostile());
    explanations.put("large", WhyExamples.large());
    return explanations;
  }

  public static Optional<Explanation> older(String name) {
    return name.equals("compared") ? Optional.of(WhyExamples.older()) : Optional.empty();
  }

  public static String compare(String named, String otherwise, Path out) {
    return new WhyNext(named, otherwise, out).compare();
  }

  /** The commands that come after an explanation. */
  public static List<String> commands(String named, String otherwise, Path out) {
    WhyNext next = new WhyNext(named, otherwise, out);
    return List.of(next.fix(), next.compare(), next.compareClients());
  }

  /** The page of a function that is not on managed instances, without a look at AWS. */
  static String page(Explanation explanation, Optional<Explanation> older) {
    return WhyHtml.page(explanation, Optional.empty(), older, NEXT);
  }

  static String text(String name, int columns, boolean ansi) {
    return WhyTerminal.render(
        explanations().get(name), older(name), Path.of("thaw-why/why.html"), columns, ansi);
  }
}
