package thaw.remedy.sdk;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import thaw.attribution.Finding;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Family;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.KeptLayout;
import thaw.remedy.edit.TextEdit;

/**
 * Version 2 of the AWS SDK in place of version 1, by AWS's own recipes: for a module whose use of
 * version 1 is wholly known to be migrated right. Refuses to know how the recipes are run.
 */
public final class Migration {
  /** The note that the recipes leave in a source where they are at a loss. */
  private static final Pattern NOTE = Pattern.compile("/\\*(?:~~|AWS SDK for Java v2 migration)");

  private static final Pattern V1 =
      Pattern.compile(
          "(?m)^import\\s+(?:static\\s+)?(com\\.amazonaws\\.(?!services\\.lambda\\."
              + "runtime|lambda\\.|xray\\.)[\\w.]+)");

  /** The recipes give a member the name that is none in Java. */
  private static final Pattern NULL = Pattern.compile("\\.null\\(");

  private static final int MOST_SHOWN = 4;

  private static final Pattern SERVICE = Pattern.compile("com\\.amazonaws\\.services\\.(\\w+)\\.");

  /** Those whose clients are migrated, and what is of Lambda itself. */
  private static final Set<String> KNOWN = Set.of("dynamodbv2", "sqs", "lambda");

  /** Runs AWS's recipes. */
  public interface Recipes {
    /**
     * @param sources all of a module
     * @return those that changed
     * @throws UserMistake when they cannot be run, or fail
     */
    Map<Path, String> applied(Map<Path, String> sources);
  }

  /**
   * The module that is migrated.
   *
   * @param root of the project
   * @param module folder with the pom
   * @param handler class that Lambda calls
   * @param text of a file of the project as the draft has it
   */
  public record Module(Path root, Path module, String handler, Function<Path, String> text) {
    private Path pom() {
      return root.relativize(module.resolve("pom.xml"));
    }

    /** Poms in the folders above, which it may inherit from. */
    private List<String> above() {
      List<String> texts = new ArrayList<>();
      Path folder = module.getParent();
      while (folder != null && folder.startsWith(root)) {
        Path pom = folder.resolve("pom.xml");
        if (Files.isRegularFile(pom)) {
          texts.add(text.apply(root.relativize(pom)));
        }
        folder = folder.getParent();
      }
      return texts;
    }
  }

  /**
   * @param remedy where all is known
   * @param obstacle else, for people
   */
  public record Offer(Optional<Remedy> remedy, Optional<String> obstacle) {
    private static final Offer NONE = new Offer(Optional.empty(), Optional.empty());

    private static Offer without(List<String> obstacles) {
      Set<String> services =
          obstacles.stream()
              .flatMap(each -> SERVICE.matcher(each).results())
              .map(found -> found.group(1))
              .filter(service -> !KNOWN.contains(service))
              .collect(Collectors.toCollection(TreeSet::new));
      if (!services.isEmpty()) {
        return new Offer(
            Optional.empty(),
            Optional.of(
                "clients of DynamoDB and SQS are migrated, and the code has others (%s): %s"
                    .formatted(String.join(", ", services), obstacles.getFirst())));
      }
      List<String> shown = obstacles.subList(0, Math.min(MOST_SHOWN, obstacles.size()));
      int rest = obstacles.size() - shown.size();
      return new Offer(
          Optional.empty(),
          Optional.of(
              "it is not known how to migrate "
                  + String.join("; ", shown)
                  + (rest > 0 ? "; and " + rest + " more" : "")));
    }
  }

  private Migration() {}

  public static Offer of(
      List<Finding> findings, JavaSources sources, Module module, Recipes recipes) {
    Optional<Finding> finding =
        findings.stream().filter(each -> Family.SDK_V2.answers(each.id())).findFirst();
    return finding.isEmpty() ? Offer.NONE : of(finding.get(), sources, module, recipes);
  }

  private static Offer of(Finding finding, JavaSources sources, Module module, Recipes recipes) {
    SdkV1Use use = SdkV1Use.of(sources, module.handler());
    List<String> obstacles = new ArrayList<>(use.gaps().stream().map(SdkV1Use.Gap::text).toList());
    obstacles.addAll(SdkV1Surroundings.obstacles(module.root(), module.module()));
    Optional<String> pom =
        SdkPom.migrated(module.text().apply(module.pom()), module.above(), use.artifacts());
    if (pom.isEmpty() || use.artifacts().isEmpty()) {
      obstacles.add(module.pom() + " has no dependency on " + use.artifacts().keySet());
    }
    if (!obstacles.isEmpty()) {
      return Offer.without(obstacles);
    }
    try {
      return new Offer(
          Optional.of(
              Family.SDK_V2.remedy(
                  Optional.of(finding.id()),
                  "the AWS SDK 2 in place of 1 by AWS's recipes: " + use.artifacts(),
                  new Prediction(finding.lowMillis(), finding.highMillis()),
                  change(use, module, pom.orElseThrow(), recipes))),
          Optional.empty());
    } catch (UserMistake e) {
      return new Offer(Optional.empty(), Optional.of(e.getMessage() + " (" + e.remedy() + ")"));
    }
  }

  private static Change.Sources change(SdkV1Use use, Module module, String pom, Recipes recipes) {
    List<TextEdit> edits = new ArrayList<>();
    recipes
        .applied(use.files())
        .forEach((file, text) -> {
          String before = module.text().apply(file);
          String after =
              KeptLayout.of(before, NULL.matcher(checked(file, text)).replaceAll(".nul("));
          edits.addAll(TextEdit.allBetween(file, before, after));
        });
    if (edits.isEmpty()) {
      throw new UserMistake("AWS's recipes changed nothing", "migrate by hand");
    }
    edits.addAll(TextEdit.allBetween(module.pom(), module.text().apply(module.pom()), pom));
    return new Change.Sources(edits);
  }

  private static String checked(Path file, String text) {
    if (NOTE.matcher(text).find()) {
      throw new UserMistake("AWS's recipes left a note in " + file, "migrate that by hand");
    }
    Matcher left = V1.matcher(text);
    if (left.find()) {
      throw new UserMistake(
          "AWS's recipes left " + left.group(1) + " in " + file, "migrate that by hand");
    }
    return text;
  }
}
