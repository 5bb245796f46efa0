package thaw.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.experiment.gate.GateResult;
import thaw.presentation.text.Figures;

/**
 * The findings of an experiment, in two sentences or three: which variant is the fastest, how many
 * times as fast as which other, and what most of its time is. Refuses to claim a difference that
 * the samples do not prove.
 *
 * @param words in their order; those that matter are strong
 */
record Headline(List<Words> words) {
  /** The ratio from which on a baseline that is faster than all others does not do what they do. */
  private static final double TRIVIAL = 5;

  /** Those of some three changes: the table has the others. */
  private static final int MOST_WORDS = 12;

  record Words(String text, boolean strong) {}

  /** Of two builds that were measured in turn, what the change did; of other results as below. */
  static Headline of(ExperimentResult result, Optional<GateResult> gate) {
    List<Words> words = new ArrayList<>();
    if (gate.isPresent() && gate.get().interleaved()) {
      for (VariantResult now : ranked(result.variants())) {
        ranked(result.variants()).stream()
            .filter(before -> before.name().equals(now.name() + GateResult.OTHER))
            .filter(_ -> words.size() < MOST_WORDS)
            .findFirst()
            .ifPresent(before -> change(words, now, before));
      }
    }
    return words.isEmpty() ? of(result) : new Headline(List.copyOf(words));
  }

  private static void change(List<Words> words, VariantResult now, VariantResult before) {
    Difference faster = Difference.of(now, before);
    Difference slower = Difference.of(before, now);
    words.add(new Words(words.isEmpty() ? "" : " ", false));
    if (faster.isProved()) {
      words.add(new Words("Your change is ", false));
      words.add(new Words(faster.times() + " times as fast", true));
      words.add(new Words(" (%s)".formatted(faster.interval()), false));
    } else if (slower.isProved()) {
      words.add(new Words("Your change takes ", false));
      words.add(new Words(slower.times() + " times as long", true));
      words.add(new Words(" (%s)".formatted(slower.interval()), false));
    } else {
      words.add(new Words("No difference is proved", false));
    }
    words.add(
        new Words(
            ": %s answers in %s, before in %s%s."
                .formatted(
                    now.name(),
                    figure(now),
                    figure(before),
                    faster.isProved() || slower.isProved()
                        ? ""
                        : unproved(faster.ratio() >= 1 ? faster : slower)),
            false));
  }

  static Headline of(ExperimentResult result) {
    List<VariantResult> ranked = ranked(result.variants());
    if (ranked.isEmpty()) {
      return new Headline(List.of(new Words("No variant has a sample that did not fail.", false)));
    }
    VariantResult baseline = result.variants().getFirst();
    boolean trivial = isTrivial(baseline, ranked);
    return of(trivial ? ranked.subList(1, ranked.size()) : ranked, baseline, trivial);
  }

  private static Headline of(
      List<VariantResult> ranked, VariantResult baseline, boolean trivialBaseline) {
    VariantResult best = ranked.getFirst();
    List<Words> words = new ArrayList<>();
    words.add(new Words(best.name(), true));
    words.add(new Words(" answers in ", false));
    words.add(new Words(figure(best), true));
    if (ranked.size() > 1) {
      boolean isAgainstBaseline = ranked.contains(baseline) && baseline != best;
      compare(words, best, isAgainstBaseline ? baseline : ranked.getLast(), ranked);
      if (isAgainstBaseline && ranked.size() == 3) {
        ranked.stream()
            .filter(each -> each != best && each != baseline)
            .filter(each -> Difference.of(best, each).isProved())
            .forEach(each -> words.add(new Words(beside(each, baseline), false)));
      }
    } else {
      words.add(new Words(".", false));
    }
    String most = most(best);
    if (!most.isEmpty()) {
      words.add(new Words(" Most of its time is " + most + ".", false));
    }
    if (trivialBaseline) {
      words.add(
          new Words(
              " Only the baseline %s is faster: %s.".formatted(baseline.name(), figure(baseline)),
              false));
    }
    return new Headline(List.copyOf(words));
  }

  private static void compare(
      List<Words> words, VariantResult best, VariantResult other, List<VariantResult> ranked) {
    Difference difference = Difference.of(best, other);
    if (difference.isProved()) {
      words.add(new Words(", ", false));
      words.add(new Words(difference.times() + " times as fast", true));
      words.add(new Words(" as %s (%s).".formatted(called(other), difference.interval()), false));
      words.add(new Words(rivals(best, ranked), false));
    } else {
      words.add(
          new Words(
              ", %s in %s%s.".formatted(called(other), figure(other), unproved(difference)),
              false));
    }
  }

  /** The one that is neither the fastest nor the baseline. */
  private static String beside(VariantResult other, VariantResult baseline) {
    Difference difference = Difference.of(other, baseline);
    return " %s answers in %s%s."
        .formatted(
            other.name(),
            figure(other),
            difference.isProved()
                ? ", %s times as fast as %s (%s)"
                    .formatted(difference.times(), called(baseline), difference.interval())
                : unproved(difference));
  }

  private static String called(VariantResult variant) {
    return variant.name().startsWith("as ") ? "the function " + variant.name() : variant.name();
  }

  private static String unproved(Difference difference) {
    if (difference.hasTooFew()) {
      return ". So few samples prove no difference: take 4 or more of each";
    }
    String p = "(p = " + Figures.pValue(difference.pValue()) + ")";
    return difference.isSignificant()
        ? ": faster %s, but by how much so few samples do not tell (%s times as fast)"
            .formatted(p, difference.interval())
        : ": that may be chance " + p;
  }

  /** Those that may be as fast as the fastest. */
  private static String rivals(VariantResult best, List<VariantResult> ranked) {
    List<String> rivals =
        ranked.stream()
            .filter(each -> each != best && !Difference.of(best, each).isProved())
            .map(VariantResult::name)
            .toList();
    return switch (rivals.size()) {
      case 0 -> "";
      case 1, 2 -> " " + String.join(" and ", rivals) + " may be as fast.";
      default -> " " + Figures.counted(rivals.size(), "other") + " may be as fast.";
    };
  }

  /** The phase that takes more than the other one, if their intervals prove it. */
  private static String most(VariantResult variant) {
    Distribution beginning = Beginnings.of(variant);
    Distribution first = variant.distributions().get(Metric.HANDLER);
    if (beginning == null || first == null || first.count() < 2) {
      return "";
    }
    if (first.medianLow() > beginning.medianHigh()) {
      return "the first invocation";
    }
    return beginning.medianLow() > first.medianHigh()
        ? (Beginnings.isRestore(variant) ? "the restore" : "init")
        : "";
  }

  /**
   * A function that does next to nothing, which others are held against. It needs two others:
   * otherwise it is what somebody wants to know about.
   */
  private static boolean isTrivial(VariantResult baseline, List<VariantResult> ranked) {
    if (ranked.size() < 3 || ranked.getFirst() != baseline) {
      return false;
    }
    return ranked.stream()
        .skip(1)
        .allMatch(other ->
            total(other).p50() >= TRIVIAL * total(baseline).p50()
                && Difference.of(baseline, other).isProved());
  }

  /** Those with a figure, the fastest first. */
  private static List<VariantResult> ranked(List<VariantResult> variants) {
    return variants.stream()
        .filter(variant -> variant.distributions().containsKey(Metric.TOTAL))
        .sorted(Comparator.comparingDouble(variant -> total(variant).p50()))
        .toList();
  }

  private static Distribution total(VariantResult variant) {
    @Nullable Distribution total = variant.distributions().get(Metric.TOTAL);
    if (total == null) {
      throw new IllegalStateException("no total: " + variant.name());
    }
    return total;
  }

  /** Its median from start to response. */
  private static String figure(VariantResult variant) {
    return duration(total(variant).p50());
  }

  /** Three digits are as many as a median of some samples has. */
  static String duration(double millis) {
    if (millis < 999.5) {
      return Figures.millis(millis) + " ms";
    }
    return String.format(Locale.ROOT, millis < 9_995 ? "%.2f s" : "%,.1f s", millis / 1000);
  }

  String text() {
    return words.stream().map(Words::text).collect(Collectors.joining());
  }
}
