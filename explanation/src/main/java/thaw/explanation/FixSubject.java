package thaw.explanation;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import thaw.fix.FixResult;
import thaw.presentation.text.Figures;

/**
 * Tells of what function and machine a result is, and by which commands it is put to use.
 *
 * @param function what its owner calls it
 * @param deployment where it is deployed
 * @param memoryMiB that it was measured with
 * @param jdk that it was measured on, with the JDK that it stands for
 * @param jdkFeature feature version of that JDK
 * @param client of the Runtime API that it was measured with, with its version
 * @param events that it was invoked with
 * @param commands as they are typed
 * @param initMillis what init takes of the function as it is deployed with the patch, which a
 *     restore from a snapshot does not; 0 where nobody knows
 * @param warnings that make the figures less sure, one sentence each
 * @param busy whether one of them is that the machine had other work: wall times are then longer
 *     than the function's own
 */
@RecordBuilder
public record FixSubject(
    String function,
    Deployment deployment,
    int memoryMiB,
    String jdk,
    int jdkFeature,
    String client,
    Events events,
    Commands commands,
    double initMillis,
    List<String> warnings,
    boolean busy)
    implements FixSubjectBuilder.With {
  public FixSubject {
    warnings = List.copyOf(warnings);
  }

  /**
   * The function's place on AWS, as its template has it.
   *
   * @param runtime Lambda's name, such as {@code java21}
   * @param jdk feature version of the runtime's JDK; empty for a runtime of another kind
   * @param snapStart whether its versions are restored from snapshots there
   * @param restored whether they were here
   * @param failsRestored why the function would fail with SnapStart, and what to change; empty
   *     where nothing tells that
   * @param memoryMiB where it is not that which was measured
   * @param measuredRestored what {@code thaw snapstart} has measured before, in words
   */
  public record Deployment(
      String runtime,
      Optional<Integer> jdk,
      boolean snapStart,
      boolean restored,
      Optional<String> failsRestored,
      Optional<Integer> memoryMiB,
      Optional<String> measuredRestored) {
    /** Makes that of a function of which nothing tells that it fails with SnapStart. */
    public Deployment(String runtime, Optional<Integer> jdk, boolean snapStart, boolean restored) {
      this(runtime, jdk, snapStart, restored, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the same where the template has another memory size than was measured. */
    Deployment ofMemory(int otherMiB) {
      return new Deployment(
          runtime,
          jdk,
          snapStart,
          restored,
          failsRestored,
          Optional.of(otherMiB),
          measuredRestored);
    }
  }

  /**
   * The events of the function; figures are of one of them.
   *
   * @param measured its name
   * @param isMade whether Thaw has made it, as nobody has written one
   * @param answer of the function, such as {@code answers 200}; empty where it fails
   * @param trained names of those that train and check, and are not measured
   * @param unused names of others that the function has
   */
  public record Events(
      String measured,
      boolean isMade,
      Optional<String> answer,
      List<String> trained,
      List<String> unused) {
    /** The most that a sentence names. */
    private static final int MOST = 4;

    public Events {
      trained = List.copyOf(trained);
      unused = List.copyOf(unused);
    }

    private List<String> others() {
      List<String> sentences = new ArrayList<>();
      if (!trained.isEmpty()) {
        sentences.add("Not measured, they train and check only: %s.".formatted(some(trained)));
      }
      if (!unused.isEmpty()) {
        sentences.add("Not used: %s.".formatted(some(unused)));
      }
      if (!sentences.isEmpty()) {
        sentences.add("To measure another one: --event FILE (of several, the first is measured).");
      }
      return sentences;
    }

    /** What routes have in common is said once. */
    private static final Pattern OF_ROUTE =
        Pattern.compile(
            "the event as the (route .+?) \\((\\S+ [^,()]+)(?:, from [^()]*)?\\) would send it( \\(.*\\))?");

    private static String some(List<String> names) {
      SequencedMap<String, List<String>> byRoute = new LinkedHashMap<>();
      for (String name : names.subList(0, Math.min(MOST, names.size()))) {
        Matcher route = OF_ROUTE.matcher(name);
        boolean isOfOne = route.matches();
        byRoute
            .computeIfAbsent(
                isOfOne ? "of the " + route.group(1) + ": " : "", _ -> new ArrayList<>())
            .add(isOfOne ? route.group(2) + Objects.requireNonNullElse(route.group(3), "") : name);
      }
      String more = names.size() > MOST ? ", and %d more".formatted(names.size() - MOST) : "";
      return byRoute.entrySet().stream()
              .map(each -> each.getKey() + String.join(", ", each.getValue()))
              .collect(Collectors.joining("; "))
          + more;
    }
  }

  /**
   * The command of a search.
   *
   * @param command without its time limit
   * @param limit of the search that has made the result
   */
  public record Again(String command, Duration limit) {
    /** It was estimated, and rarely takes just that. */
    private static final double MARGIN = 1.1;

    /**
     * Returns the command with which the search goes on.
     *
     * @param needs time that it needs; empty where the same limit would do
     */
    String goingOn(Optional<Duration> needs) {
      return command + needs.map(Again::budget).orElse(option(limit));
    }

    static String budget(Duration needs) {
      return option(Duration.ofMinutes((long) Math.ceil(MARGIN * needs.toMillis() / 60_000)));
    }

    private static String option(Duration limit) {
      return " --budget "
          + (limit.toSecondsPart() == 0 ? limit.toMinutes() + "m" : limit.toSeconds() + "s");
    }
  }

  /**
   * @param again searches once more, from where the search has ended
   * @param patched applies the patch
   * @param managed makes the zip for the managed runtime, with what is no change of a file
   * @param packaged makes the package with its own JVM
   * @param image makes it as a container image
   * @param compared measures packages beside the function as it is
   * @param noZip why that is a container image where the runtime would take a zip; empty where it
   *     is none, or the function has SnapStart
   * @param snapStart measures restores from a snapshot; absent where the function has SnapStart or
   *     cannot have it
   * @param asLambda predicts Lambda's times of plain starts
   * @param restoredAsLambda likewise, of restores from a snapshot
   * @param hasTemplate whether a patch can change the function's settings
   */
  public record Commands(
      Again again,
      String patched,
      String managed,
      String packaged,
      String image,
      String compared,
      Optional<String> noZip,
      Optional<String> snapStart,
      String asLambda,
      String restoredAsLambda,
      boolean hasTemplate) {
    /** Returns why what is deployed as before is a zip that a command makes; empty for a patch. */
    public Optional<String> zip(FixResult result) {
      return result.isZip()
          ? Optional.of("stored-jars is in no patch")
          : hasTemplate || !result.patched().hasSettings()
              ? Optional.empty()
              : Optional.of("there is no template here whose settings a patch could change");
    }

    /** Returns the same with a container image in place of a zip that Lambda would refuse. */
    Commands inImage(String why) {
      return packaged.equals(image)
          ? this
          : new Commands(
              again,
              patched,
              managed,
              image,
              image,
              compared,
              Optional.of(why),
              snapStart,
              asLambda,
              restoredAsLambda,
              hasTemplate);
    }
  }

  /** Returns the same with a container image in place of a zip that Lambda would refuse. */
  public FixSubject inImage(String why) {
    return withCommands(commands.inImage(why));
  }

  /** Returns the same with the memory size that the template has. */
  public FixSubject deployedWith(int deployedMiB) {
    return deployedMiB == memoryMiB ? this : withDeployment(deployment.ofMemory(deployedMiB));
  }

  /** Returns in words with what memory it was measured: {@code 512 MB}. */
  String memory() {
    return Figures.whole(memoryMiB)
        + " MB"
        + deployment
            .memoryMiB()
            .map(each -> " of --memory; the template deploys %s MB".formatted(Figures.whole(each)))
            .orElse("");
  }

  /** Returns in a sentence what is measured. */
  public String measuredEvent() {
    return "Measured with %s%s%s."
        .formatted(
            events.measured(),
            events.isMade() ? ", made by Thaw" : "",
            events.answer().map(words -> ": " + function + " " + words).orElse(""));
  }

  /** Returns in sentences what is not measured, with the option that does. */
  List<String> otherEvents() {
    return events.others();
  }

  /** Returns the same with warnings. */
  public FixSubject warned(List<String> others, boolean isBusy) {
    return withWarnings(others).withBusy(isBusy);
  }
}
