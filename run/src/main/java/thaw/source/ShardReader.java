package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import thaw.service.ServiceFault;
import thaw.steady.AllSteps;

/** Reads a shard, and gives its records to queues, those of one item to the same. One thread's. */
final class ShardReader {
  /** The pause between two reads; Lambda reads four times a second, too. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  /** The stream or the shard is not there any more. */
  private static final Set<String> GONE =
      Set.of("ResourceNotFoundException", "TrimmedDataAccessException", "ValidationException");

  private final RecordStream stream;
  private final String shard;
  private final String streamArn;
  private final StreamTerms terms;
  private final ShardProgress progress;
  private final List<ShardQueue> queues;
  private final InstantSource clock;
  private final Consumer<? super RuntimeException> problems;
  private final Complaint complaint;
  private final Backoff waits;
  private volatile boolean leaving;

  /**
   * @param streamArn which records name
   * @param problems faults of ours, which cost one record each
   */
  ShardReader(
      RecordStream stream,
      String shard,
      String streamArn,
      StreamTerms terms,
      ShardProgress progress,
      List<ShardQueue> queues,
      InstantSource clock,
      Consumer<? super RuntimeException> problems,
      Complaint complaint,
      double waitScale) {
    this.stream = stream;
    this.shard = shard;
    this.streamArn = streamArn;
    this.terms = terms;
    this.progress = progress;
    this.queues = queues;
    this.clock = clock;
    this.problems = problems;
    this.complaint = complaint;
    this.waits = new Backoff(FIRST_WAIT, LONGEST_WAIT, waitScale);
  }

  /**
   * Reads until the shard has no more, or, after {@link #leave}, until a read finds no records.
   *
   * @param iterator where to begin
   * @return whether all was read; else the shard is not there any more
   */
  boolean run(String iterator) throws InterruptedException {
    String current = iterator;
    while (true) {
      try {
        RecordStream.Read read = stream.read(current);
        complaint.isOver("is read again");
        take(read.records());
        if (read.next().isEmpty() || leaving && read.records().isEmpty()) {
          return true;
        }
        current = read.next().get();
        if (read.records().isEmpty()) {
          TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        }
      } catch (IOException e) {
        complaint.is("cannot be read, it is tried again: " + e);
        TimeUnit.MILLISECONDS.sleep(waits.after(complaint.failures()).toMillis());
      } catch (ServiceFault e) {
        if (e.code().equals("ExpiredIteratorException")) {
          current = renewed();
        } else if (GONE.contains(e.code())) {
          return false;
        } else {
          complaint.is("cannot be read, it is tried again: " + e);
          TimeUnit.MILLISECONDS.sleep(waits.after(complaint.failures()).toMillis());
        }
      }
    }
  }

  private void take(List<JsonNode> read) throws InterruptedException {
    List<List<StreamRecord>> byQueue = new ArrayList<>();
    queues.forEach(_ -> byQueue.add(new ArrayList<>()));
    AllSteps.each(
        read,
        each -> {
          StreamRecord record =
              StreamRecord.of(each, streamArn, shard, progress.next(), clock.instant());
          boolean passes = terms.filters().pass(record.filtered());
          progress.read(record, passes);
          if (passes) {
            byQueue.get(record.queue(queues.size())).add(record);
          }
        },
        problems);
    for (int queue = 0; queue < queues.size(); queue++) {
      queues.get(queue).put(byQueue.get(queue));
    }
  }

  /**
   * Lets the reader end, as there is another stream now: what is left is read, and no more is
   * waited for.
   */
  void leave() {
    leaving = true;
  }

  /**
   * Returns an iterator behind what was read last: nothing of that is given to the queues again.
   */
  private String renewed() throws InterruptedException {
    while (true) {
      try {
        return stream.iterator(shard, progress.afterLastRead(), terms.fromNow());
      } catch (IOException | ServiceFault e) {
        complaint.is("cannot be read, it is tried again: " + e);
        TimeUnit.MILLISECONDS.sleep(waits.after(complaint.failures()).toMillis());
      }
    }
  }
}
