package thaw.explanation.why;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.model.LambdaModel;
import thaw.model.ModelPhase;
import thaw.presentation.text.TerminalLines;
import thaw.report.shared.LambdaOutlook;
import thaw.report.shared.LambdaTold;
import thaw.report.shared.LambdaView;

/** The prediction of what AWS Lambda shows for a cold start that was explained here. */
public final class WhyLambda {
  private static final Set<PhaseName> INIT =
      EnumSet.of(PhaseName.BOOT, PhaseName.RUNTIME_CLIENT, PhaseName.HANDLER_INIT);
  private static final Set<PhaseName> FIRST = EnumSet.of(PhaseName.FIRST_INVOCATION);
  private static final Set<PhaseName> ALL =
      EnumSet.complementOf(EnumSet.of(PhaseName.LATER_INVOCATIONS));

  private static final List<String> UNTOLD =
      List.of(
          "causes. The model is of whole phases: a cause's share here is not its share on Lambda,"
              + " where reading code takes a larger one.",
          "what a finding saves there. Its share of the whole is the better guide than its"
              + " milliseconds.");

  private WhyLambda() {}

  /** Predicts without the time that other programs took. */
  static LambdaOutlook of(Explanation explanation, LambdaView view) {
    return view.of(
        told(explanation, view.fitted().model()),
        "The model tells nothing of a start like this one.",
        UNTOLD);
  }

  private static LambdaTold told(Explanation explanation, LambdaModel model) {
    String name = explanation.subject().function();
    LambdaTold told = new LambdaTold(model);
    if (explanation.wasRestored()) {
      told.add(name, ModelPhase.RESTORED, millis(explanation, ALL));
    } else {
      told.add(name, ModelPhase.INIT, millis(explanation, INIT));
      told.add(name, ModelPhase.FIRST, millis(explanation, FIRST));
      told.add(name, ModelPhase.TOTAL, millis(explanation, ALL));
    }
    return told;
  }

  private static double millis(Explanation explanation, Set<PhaseName> phases) {
    return explanation.phases().stream()
        .filter(phase -> phases.contains(phase.name()))
        .mapToDouble(WhyFigures::ownMillis)
        .sum();
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(Explanation explanation, LambdaView view, int columns, boolean ansi) {
    TerminalLines lines = new TerminalLines(columns, ansi);
    lines.section("as expected on Lambda");
    of(explanation, view).addTo(lines, "function");
    return lines.text();
  }
}
