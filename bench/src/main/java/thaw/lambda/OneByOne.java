package thaw.lambda;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Sample;
import thaw.experiment.Warning;
import thaw.problem.UserMistake;

/** Cold starts of a deployed function one after the other: something is made new before each. */
final class OneByOne implements RemoteSide {
  /** Somebody else's request may have taken the new environment. */
  private static final int MOST_WARM_IN_A_ROW = 5;

  private final LambdaCalls calls;
  private final DeployedFunction function;
  private final byte[] event;
  private final Renewal renewal;
  private final Mark mark;
  private final Consumer<String> said;
  private int warm;

  /** A way to make the next invocation a cold start when {@code $LATEST} has been given a mark. */
  interface Renewal {
    List<String> announcement();

    String method();

    String start();

    /**
     * A version none of whose environments has been called.
     *
     * @param latest with its new mark
     */
    DeployedFunction next(DeployedFunction latest) throws InterruptedException;

    /** Returns the qualifier by which that version is called; null for {@code $LATEST}. */
    @Nullable String qualifier(DeployedFunction next);

    /** It was called, and is of no more use. */
    void done(DeployedFunction next) throws InterruptedException;

    /** Puts back all that was changed beside the mark; see {@link RemoteSide#close}. */
    void close();
  }

  OneByOne(
      LambdaCalls calls,
      DeployedFunction function,
      byte[] event,
      Renewal renewal,
      Consumer<String> said) {
    this.calls = calls;
    this.function = function;
    this.event = event;
    this.renewal = renewal;
    this.mark = new Mark(calls, function, said);
    this.said = said;
  }

  @Override
  public List<String> announcement() {
    return renewal.announcement();
  }

  @Override
  public String method() {
    return renewal.method();
  }

  @Override
  public List<Warning> warnings() {
    return warm == 0 ? List.of() : List.of(ConcurrentStarts.notCounted(warm));
  }

  @Override
  public String start() {
    return renewal.start();
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
      DeployedFunction next = renewal.next(mark.renew());
      String qualifier = renewal.qualifier(next);
      Instant startedAt = Instant.now();
      Optional<Sample> sample =
          ReportedSamples.sample(calls.invoke(qualifier, event), next, number, startedAt);
      renewal.done(next);
      if (sample.isPresent()) {
        return sample.get();
      }
      warm++;
      String called = qualifier == null ? function.name() : next.arn();
      said.accept("a warm environment of " + called + " answered; not counted");
    }
    throw new UserMistake(
        "%d times in a row a warm environment of %s answered, and not the new one"
            .formatted(MOST_WARM_IN_A_ROW, function.name()),
        "measure when nobody else calls it, or a copy of it");
  }

  @Override
  public void close() {
    try {
      renewal.close();
    } finally {
      mark.remove();
    }
  }
}
