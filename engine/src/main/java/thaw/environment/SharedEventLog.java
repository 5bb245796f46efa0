package thaw.environment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.steady.AllSteps;

/**
 * The event log of an environment that many requests share. Requests leave notes, and a thread of
 * the event log's own writes them a moment later, several at once: no request waits for the making
 * of its lines, and one look at the function's output serves all of them. No note is lost: who
 * leaves more than memory is to hold writes them itself, and what comes after the end is written at
 * once.
 *
 * <p>For the maintainer. {@code adding} guards the notes and is held for a moment only; {@code
 * writing} keeps what is written in order, and is taken before it.
 */
final class SharedEventLog {
  /**
   * The time in ms for which notes are gathered, as the lines that are made of them are afterwards.
   */
  private static final long DELAY_MILLIS = 10;

  private static final int MOST_NOTES = 8192;

  /** The longest time until output is passed on that no note follows. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private final EventLog log;
  private final EnvironmentAccounting accounts;
  private final String version;
  private final Output output;
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock adding = new ReentrantLock();
  private final Condition noted = adding.newCondition();
  private List<Note> notes = new ArrayList<>();
  private boolean gone; // guarded by writing: there is no output to look at any more
  private boolean closed; // guarded by adding

  /** A note that is to be written of a request. */
  sealed interface Note {}

  /** The function has it. */
  record Began(Given given) implements Note {}

  /** The end of a request, which is written behind all that the function has printed for it. */
  record Ended(
      EnvironmentAccounting.Measured measured,
      InvocationResult result,
      String traceId,
      Instant time,
      long nanos)
      implements Note {
    static Ended now(
        EnvironmentAccounting.Measured measured, InvocationResult result, String traceId) {
      return new Ended(measured, result, traceId, Instant.now(), System.nanoTime());
    }
  }

  /** The output of the processes, which may be much. */
  interface Output {
    /**
     * Passes it on to the log, piece by piece; called by one thread at a time.
     *
     * @param taken to be run when a piece has been read, before the log gets it: who has printed it
     *     may have begun a moment ago
     */
    void show(Runnable taken);
  }

  /**
   * @param version of the function
   */
  SharedEventLog(EventLog log, EnvironmentAccounting accounts, String version, Output output) {
    this.log = log;
    this.accounts = accounts;
    this.version = version;
    this.output = output;
  }

  /**
   * Begins to write notes by itself, and to pass output on now and then.
   *
   * @param whenItFails run when that has ended by a fault of ours
   */
  void start(Runnable whenItFails) {
    Thread.ofVirtual()
        .name("shared-event-log")
        .start(() -> {
          try {
            while (awaitNotes()) {
              write();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that
          } catch (RuntimeException | Error e) {
            whenItFails.run();
            throw e;
          }
        });
  }

  /** Returns a moment after there was a note, or when it is time to look; false after the end. */
  private boolean awaitNotes() throws InterruptedException {
    adding.lock();
    try {
      long left = LOOK.toNanos();
      while (notes.isEmpty() && !closed && left > 0) {
        left = noted.awaitNanos(left);
      }
      if (closed) {
        return false;
      }
    } finally {
      adding.unlock();
    }
    TimeUnit.MILLISECONDS.sleep(DELAY_MILLIS);
    return true;
  }

  /**
   * Adds a note, from any thread. Who brings an end writes what is there when it is too much; a
   * beginning waits for nobody.
   */
  void add(Note note) {
    boolean now;
    adding.lock();
    try {
      if (notes.isEmpty()) {
        noted.signal();
      }
      notes.add(note);
      now = closed || notes.size() >= MOST_NOTES && note instanceof Ended;
    } finally {
      adding.unlock();
    }
    if (now) {
      write();
    }
  }

  private List<Note> taken() {
    adding.lock();
    try {
      List<Note> taken = notes;
      notes = new ArrayList<>();
      return taken;
    } finally {
      adding.unlock();
    }
  }

  /** Writes what was noted before: all of it is written when this returns. */
  void write() {
    writing.lock();
    try {
      List<Note> all = taken(); // before the look: of what has ended all output is there
      writeBegun(all);
      try {
        if (!gone) {
          output.show(this::writeNewlyBegun);
        }
      } finally {
        writeEnded(all);
      }
    } finally {
      writing.unlock();
    }
  }

  private void writeEnded(List<Note> all) {
    for (Note note : all) {
      if (note instanceof Ended(var measured, var result, var trace, Instant time, long nanos)) {
        accounts.writeManaged(measured, result, trace, event -> log.add(time, nanos, event));
      }
    }
  }

  private void writeBegun(List<Note> all) {
    for (Note note : all) {
      if (note instanceof Began(Given given)) {
        log.add(
            given.time(),
            given.beginNanos(),
            new PlatformEvent.InvocationStart(
                given.invocation().requestId(), version, given.traceId()));
      }
    }
  }

  /** The ends among the new notes wait for the next look. */
  private void writeNewlyBegun() {
    List<Note> newer = taken();
    writeBegun(newer);
    List<Note> ends = newer.stream().filter(Ended.class::isInstance).toList();
    if (ends.isEmpty()) {
      return;
    }
    adding.lock();
    try {
      notes.addAll(0, ends);
      noted.signal();
    } finally {
      adding.unlock();
    }
  }

  /**
   * Writes what is left.
   *
   * @param end ends the processes, which may end requests; nothing is written meanwhile
   * @param last behind all else
   */
  void close(Runnable end, PlatformEvent last) {
    writing.lock();
    try {
      AllSteps.run(
          List.of(
              this::write,
              () -> gone = true,
              end,
              this::writeAtOnce, // before the last notes are taken, so that none comes between
              this::write,
              log::endOfOutput,
              () -> log.add(last)));
    } finally {
      writing.unlock();
    }
  }

  private void writeAtOnce() {
    adding.lock();
    try {
      closed = true;
      noted.signal();
    } finally {
      adding.unlock();
    }
  }
}
