package thaw.source;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.platform.async.Notice;
import thaw.platform.record.Arn;
import thaw.runtimeapi.Invocation;
import thaw.steady.InternalFault;

/**
 * Has a function process records of a shard in their order: what has failed is tried again before
 * what comes after it. One thread's.
 */
final class ShardWorker {
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private final ShardQueue queue;
  private final StreamTerms terms;
  private final BatchInvocation invocation;
  private final Source source;
  private final ShardProgress progress;
  private final Consumer<String> results;
  private final Backoff waits;
  private Optional<TumblingWindow> window = Optional.empty();
  private Optional<BatchInvocation.Answered> last = Optional.empty();

  /**
   * The source of records.
   *
   * @param mapping its id
   * @param streamArn as functions are told it
   */
  record Source(String mapping, String streamArn, String shard) {}

  /**
   * @param results gets what came of a batch
   */
  ShardWorker(
      ShardQueue queue,
      StreamTerms terms,
      BatchInvocation invocation,
      Source source,
      ShardProgress progress,
      Consumer<String> results) {
    this.queue = queue;
    this.terms = terms;
    this.invocation = invocation;
    this.source = source;
    this.progress = progress;
    this.results = results;
    this.waits = invocation.backoff(FIRST_WAIT, LONGEST_WAIT);
  }

  /** Processes batches until nothing comes any more, or no more attempt is to be made. */
  void run() throws InterruptedException {
    while (!invocation.isStopped() && !queue.isEnded()) {
      List<StreamRecord> batch = queue.next(window.map(TumblingWindow::end));
      if (invocation.isStopped()) {
        return;
      }
      if (batch.isEmpty()) {
        endWindow(false);
      } else {
        if (terms.tumbling().isPresent() && window.isEmpty()) {
          window =
              Optional.of(
                  TumblingWindow.around(batch.getFirst().arrived(), terms.tumbling().get()));
        }
        processAnyway(batch);
        if (window.isPresent() && window.get().isFull()) {
          endWindow(true);
        }
      }
    }
    if (!invocation.isStopped()) {
      endWindow(false);
    }
  }

  /** A fault of ours is no answer of the function's: the batch is tried again, and not lost. */
  private void processAnyway(List<StreamRecord> batch) throws InterruptedException {
    boolean isDone = false;
    for (int faults = 1; !isDone && !invocation.isStopped(); faults++) {
      try {
        process(batch);
        isDone = true;
      } catch (RuntimeException | Error e) {
        invocation.surroundings().problems().accept(InternalFault.of(e));
        invocation.pause(waits.after(faults));
      }
    }
  }

  private void process(List<StreamRecord> batch) throws InterruptedException {
    Deque<StreamStep.Part> parts = new ArrayDeque<>();
    parts.push(new StreamStep.Part(batch, 0));
    int failures = 0;
    while (!parts.isEmpty() && !invocation.isStopped()) {
      StreamStep.Part part = parts.pop();
      StreamStep step = StreamStep.beforeAttempt(part, terms, invocation.clock().instant());
      if (step instanceof StreamStep.Next(StreamStep.Part next)) {
        step = attempt(next);
      }
      switch (step) {
        case StreamStep.Done() -> {
          failures = 0;
          progress.done(part.records());
          results.accept("OK");
        }
        case StreamStep.Again(List<StreamStep.Part> again) -> {
          again.reversed().forEach(parts::push);
          progress.done(part.records().subList(0, part.records().size() - size(again)));
          results.accept("PROBLEM: Function call failed");
          failures++;
          invocation.pause(waits.after(failures));
        }
        case StreamStep.Given given -> {
          failures = 0;
          given.rest().ifPresent(parts::push);
          giveUp(given);
          int left = given.rest().map(rest -> rest.records().size()).orElse(0);
          progress.done(part.records().subList(0, part.records().size() - left));
        }
        case StreamStep.Next(_) -> {
          return; // no more attempt is to be made; the records stay open
        }
      }
    }
  }

  private static int size(List<StreamStep.Part> parts) {
    return parts.stream().mapToInt(part -> part.records().size()).sum();
  }

  private StreamStep attempt(StreamStep.Part part) throws InterruptedException {
    return switch (invocation.give(payload(part), Instant.MAX)) {
      case BatchInvocation.NotTaken() -> new StreamStep.Next(part);
      case BatchInvocation.Answered answered -> {
        last = Optional.of(answered);
        StreamStep step = StreamStep.afterAttempt(part, answered, terms);
        if (step instanceof StreamStep.Done) {
          window.ifPresent(aggregated -> aggregated.keep(answered.payload()));
        }
        yield step;
      }
    };
  }

  private byte[] payload(StreamStep.Part part) {
    var records = part.records().stream().map(StreamRecord::record).toList();
    return window
        .map(aggregated ->
            aggregated.payload(records, source.shard(), source.streamArn(), false, false))
        .orElseGet(() -> BatchPayload.of(records));
  }

  /** The function is told, with the state that it has kept. */
  private void endWindow(boolean isEarly) throws InterruptedException {
    if (window.isEmpty()) {
      return;
    }
    byte[] payload =
        window.get().payload(List.of(), source.shard(), source.streamArn(), true, isEarly);
    int attempts = 0;
    while (!invocation.isStopped()) {
      boolean isOver =
          switch (invocation.give(payload, Instant.MAX)) {
            case BatchInvocation.Answered answered -> !answered.failed();
            case BatchInvocation.NotTaken() -> false;
          };
      attempts++;
      if (isOver || terms.retries().isPresent() && attempts > terms.retries().getAsInt()) {
        break;
      }
      invocation.pause(waits.after(attempts));
    }
    window = Optional.empty();
  }

  private void giveUp(StreamStep.Given given) {
    StreamStep.Part part = given.part();
    if (terms.onFailure().isEmpty()) {
      invocation.say(
          "%d records of %s from %s on are given up (%s), and nobody is to be told"
              .formatted(
                  part.records().size(),
                  RecordStream.table(source.streamArn()),
                  part.records().getFirst().sequenceNumber(),
                  given.condition()));
      return;
    }
    Instant now = invocation.clock().instant();
    String requestId =
        last.map(BatchInvocation.Answered::requestId).orElseGet(Invocation::newRequestId);
    String functionArn = Arn.function(invocation.function(), invocation.qualifier());
    FailureRecord record =
        new FailureRecord(
            given,
            requestId,
            functionArn,
            part.attempts() == 0 ? Optional.empty() : last,
            source,
            now);
    Notice notice =
        new Notice(
            terms.onFailure().get(),
            requestId,
            functionArn,
            now,
            Optional.empty(),
            false,
            0,
            Optional.of(record.objectKey()),
            Optional.empty());
    invocation.surroundings().teller().tell(notice, record.toBytes(notice.isObject()));
  }
}
