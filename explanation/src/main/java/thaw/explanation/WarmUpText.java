package thaw.explanation;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import thaw.attribution.warmup.WarmUp;
import thaw.attribution.warmup.WarmWork;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Text;

/** The words and figures that terminal and page share. */
final class WarmUpText {
  /** The fewest samples with which a share is a figure. */
  private static final int FEWEST_SAMPLES = 20;

  private WarmUpText() {}

  /** Returns a sentence about the requests. */
  static String load(WarmUp warmUp) {
    WarmUp.Load load = warmUp.load();
    return "%s each of %s at once; %s of the %s served; %s vCPUs; %s; %s"
        .formatted(
            Figures.counted(load.requests(), "request"),
            Figures.counted(load.senders(), "sender"),
            Figures.whole(load.serving()),
            Figures.counted(load.threads(), "thread"),
            Figures.millis(load.vcpus()),
            Figures.counted(load.runs(), "baseline environment"),
            warmUp.c1Only() ? "C1 only" : "C1 and C2");
  }

  /** The answer in one sentence. */
  static String answer(WarmUp warmUp) {
    WarmUp.StretchTimes first = warmUp.stretches().getFirst();
    WarmUp.StretchTimes last = warmUp.stretches().getLast();
    return "A first request takes %s ms, one of the last %s ms (medians of %s and %s)."
        .formatted(
            Figures.millis(first.p50Millis()),
            Figures.millis(last.p50Millis()),
            Figures.whole(first.requests()),
            Figures.whole(last.requests()));
  }

  /** {@code 1} or {@code 2-10}. */
  static String numbers(WarmUp.StretchTimes stretch) {
    return stretch.first() == stretch.last()
        ? Integer.toString(stretch.first())
        : stretch.first() + "-" + stretch.last();
  }

  /** Milliseconds of a kind of work; not there where samples are too few. */
  static String work(WarmUp.StretchTimes stretch, WarmWork kind) {
    return stretch.samples() < FEWEST_SAMPLES
        ? Figures.MISSING
        : Figures.millis(stretch.millis(kind));
  }

  /** {@code Orders.handle: jackson-databind}. */
  static String use(WarmUp.FirstUse use) {
    String method = Text.clean(use.method());
    String library = Text.clean(use.library());
    return method.isEmpty() ? library : method + " \u2192 " + library;
  }

  /** A library that has classes loaded late, and how many. */
  record LateLibrary(String name, long classes, List<String> examples) {}

  /** The one with the most first. */
  static List<LateLibrary> lateLibraries(WarmUp warmUp) {
    Map<String, List<WarmUp.LateClass>> grouped =
        warmUp.classes().stream().collect(Collectors.groupingBy(WarmUp.LateClass::library));
    return grouped.entrySet().stream()
        .map(entry ->
            new LateLibrary(
                Text.clean(entry.getKey()),
                entry.getValue().size(),
                entry.getValue().stream().map(each -> Text.clean(each.name())).limit(3).toList()))
        .sorted(
            Comparator.comparingLong(LateLibrary::classes)
                .reversed()
                .thenComparing(LateLibrary::name))
        .toList();
  }
}
