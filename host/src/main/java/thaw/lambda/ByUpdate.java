package thaw.lambda;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.experiment.Sample;
import thaw.experiment.Warning;
import thaw.problem.UserMistake;

/** Cold starts of {@code $LATEST}: each after a change of one environment variable. */
final class ByUpdate implements RemoteSide {
  /** Somebody else's request may have taken the new environment. */
  static final int MOST_WARM_IN_A_ROW = 5;

  private final LambdaCalls calls;
  private final DeployedFunction function;
  private final byte[] event;
  private final Consumer<String> said;
  private final Mark mark;
  private int warm;

  ByUpdate(LambdaCalls calls, DeployedFunction function, byte[] event, Consumer<String> said) {
    this.calls = calls;
    this.function = function;
    this.event = event;
    this.said = said;
    this.mark = new Mark(calls, function, said);
  }

  @Override
  public List<String> announcement() {
    return List.of(
        "Before each cold start the environment variable %s of its $LATEST gets another value, so"
                .formatted(Mark.VARIABLE)
            + " that AWS starts a new environment; who else calls $LATEST meets cold starts, too.",
        "In the end, and after Ctrl-C, the variable is taken away; nothing else is changed.");
  }

  @Override
  public String method() {
    return "AWS: each cold start follows a change of one environment variable of $LATEST, and"
        + " counts only when REPORT has an init of its own.";
  }

  @Override
  public List<Warning> warnings() {
    return warm == 0 ? List.of() : List.of(AtOnce.notCounted(warm));
  }

  @Override
  public String start() {
    return "plain";
  }

  @Override
  public int atOnce() {
    return 1;
  }

  @Override
  public void prepare() throws InterruptedException {
    calls.rehearse(null, event);
  }

  @Override
  public void measure(List<Integer> numbers, Consumer<Sample> kept) throws InterruptedException {
    for (int number : numbers) {
      kept.accept(coldStart(number));
    }
  }

  private Sample coldStart(int number) throws InterruptedException {
    for (int attempt = 0; attempt < MOST_WARM_IN_A_ROW; attempt++) {
      DeployedFunction renewed = mark.renew();
      Instant startedAt = Instant.now();
      Optional<Sample> sample =
          Answers.sample(calls.invoke(null, event), renewed, number, startedAt);
      if (sample.isPresent()) {
        return sample.get();
      }
      warm++;
      said.accept("a warm environment of " + function.name() + " answered; not counted");
    }
    throw onlyWarm(function);
  }

  static UserMistake onlyWarm(DeployedFunction function) {
    return new UserMistake(
        "%d times in a row a warm environment of %s answered, and not the new one"
            .formatted(MOST_WARM_IN_A_ROW, function.name()),
        "measure when nobody else calls it, or a copy of it");
  }

  @Override
  public void close() {
    mark.remove();
  }
}
