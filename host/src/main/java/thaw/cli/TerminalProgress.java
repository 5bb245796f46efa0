package thaw.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import thaw.app.shared.Progress;
import thaw.presentation.text.Shortened;
import thaw.presentation.text.Terminal;
import thaw.presentation.text.TerminalStream;
import thaw.presentation.text.Text;

/** Shows long work on standard error: a bar on a terminal, a line now and then elsewhere. */
public final class TerminalProgress implements Progress {
  /** The columns of a line that says what goes on, in a log or a wide terminal, too. */
  private static final int MOST = 80;

  /** The columns of a bar with the numbers beside it. */
  private static final int BAR = 60;

  /** Fewer columns of a name say nothing. */
  private static final int LEAST_NAME = 8;

  /** A sign of life in a log that nobody looks at just now. */
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(15);

  private static final Duration BETWEEN_DRAWINGS = Duration.ofSeconds(1);

  private final PrintStream err;
  private final boolean terminal;
  private final Duration pause;
  private final PrintStream drawing;

  /**
   * The work that goes on, of which the last is shown. It is guarded by itself, as is all that is
   * written.
   */
  private final List<TerminalWork> works = new ArrayList<>();

  public TerminalProgress(PrintStream err, boolean terminal) {
    this(err, terminal, terminal ? BETWEEN_DRAWINGS : BETWEEN_LINES);
  }

  /**
   * @param pause between two signs of life of what goes on
   */
  public TerminalProgress(PrintStream err, boolean terminal, Duration pause) {
    this.err = err;
    this.terminal = terminal;
    this.pause = pause;
    this.drawing = terminal ? terminalItself() : err;
  }

  public static Progress standard() {
    return new TerminalProgress(System.err, Terminal.isPresent());
  }

  /** A terminal would break a long line inside its words. */
  @Override
  public void line(String text) {
    lines((terminal ? wrapped(text, Terminal.width()) : text) + System.lineSeparator());
  }

  /** Leaves alone what is to be copied: indented lines, and those with a word of a whole line. */
  static String wrapped(String text, int columns) {
    boolean isSentence =
        !text.startsWith(" ")
            && !text.contains("\n")
            && !text.contains("\t")
            && Stream.of(text.split(" ")).allMatch(word -> Text.width(word) <= columns);
    return isSentence ? String.join(System.lineSeparator(), Text.wrap("", text, columns)) : text;
  }

  @Override
  public void lines(String text) {
    synchronized (works) {
      erase();
      err.print(text);
      err.flush();
      draw();
    }
  }

  @Override
  public Work begin(String text, String stage) {
    TerminalWork work = new TerminalWork(text, stage);
    synchronized (works) {
      if (!terminal) {
        line(work.shown(" ..."));
      }
      erase();
      works.add(work);
      draw();
    }
    Thread.ofVirtual().name("progress").start(work::count);
    return work;
  }

  private int columns() {
    return terminal ? Math.min(MOST, Terminal.width() - 1) : MOST;
  }

  private void erase() {
    if (terminal && !works.isEmpty()) {
      drawing.print("\r\u001b[K");
      drawing.flush();
    }
  }

  private void draw() {
    if (terminal && !works.isEmpty()) {
      String text = TerminalStream.harmless(works.getLast().state());
      drawing.print(Text.start(text, Terminal.width() - 1));
      drawing.flush();
    }
  }

  /** Something that is going on. */
  private final class TerminalWork implements Work {
    private final String text;
    private final long beginNanos = System.nanoTime();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** The present stage; may be empty. */
    private volatile String stage;

    TerminalWork(String text, String stage) {
      this.text = text;
      this.stage = stage;
    }

    @Override
    public void reach(String next) {
      synchronized (works) {
        stage = next;
        erase();
        draw();
      }
    }

    private String what() {
      return stage.isEmpty() ? text : text + ": " + stage;
    }

    private String state() {
      return shown(" ... " + seconds() + " s");
    }

    private String shown(String end) {
      int room = columns() - end.length();
      return (terminal ? Shortened.line(what(), room) : Shortened.words(what(), room)) + end;
    }

    private long seconds() {
      return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos);
    }

    private void count() {
      try {
        while (!ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          synchronized (works) {
            if (terminal) {
              erase();
              draw();
            } else if (works.contains(this)) {
              line(state());
            }
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Ends the work; on a terminal it stays there as a line, with the time that it took. */
    @Override
    public void close() {
      ended.countDown();
      synchronized (works) {
        erase();
        works.remove(this);
        if (terminal) {
          String end = " ... " + seconds() + " s";
          String line = Shortened.words(text, columns() - end.length()) + end;
          err.println(wrapped(line, Terminal.width()));
        }
        draw();
      }
    }
  }

  /**
   * Returns a stream to the terminal that passes control sequences, which System.err filters out.
   */
  private static PrintStream terminalItself() {
    return new PrintStream(new FileOutputStream(FileDescriptor.err), true, System.err.charset());
  }

  /** Returns what was done and its outcome in the columns that the bar leaves. */
  static String besideBar(String task, String name, String outcome, int width) {
    return fitting(name, outcome, width - BAR - task.length());
  }

  /**
   * An outcome is a figure, so it is whole; where the name had no room beside it, it is left out.
   */
  private static String fitting(String name, String outcome, int columns) {
    String end = outcome.isEmpty() ? "" : " " + outcome;
    int room = columns - Text.width(end);
    if (!end.isEmpty() && room < Math.min(LEAST_NAME, Text.width(name))) {
      return fitting(name, "", columns);
    }
    return room <= 0 ? "" : Shortened.line(name, room) + end;
  }

  @Override
  public Bar bar(String task, int total) {
    return terminal ? new TerminalBar(task, total) : new LineBar(task, total);
  }

  private static final class TerminalBar implements Bar {
    private final ProgressBar bar;
    private final String task;

    TerminalBar(String task, int total) {
      this.task = task;
      bar =
          new ProgressBarBuilder()
              .setTaskName(TerminalStream.harmless(task))
              .setInitialMax(total)
              .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
              .setUpdateIntervalMillis(250)
              // With a width of its own it needs no JLine, whose signal handlers would end the
              // program on Ctrl-C before its own clean-up has spoken.
              .setConsumer(new ConsoleProgressBarConsumer(terminalItself(), Terminal.width()))
              .build();
      bar.refresh();
    }

    @Override
    public void step(int done, String name, String outcome) {
      String shown =
          besideBar(
              task,
              TerminalStream.harmless(name),
              TerminalStream.harmless(outcome),
              Terminal.width());
      bar.setExtraMessage(" " + shown);
      bar.stepTo(done);
      bar.refresh();
    }

    @Override
    public void close() {
      bar.setExtraMessage("");
      bar.close();
    }
  }

  private final class LineBar implements Bar {
    private final String task;
    private final int total;
    private int printedTenth = -1;

    LineBar(String task, int total) {
      this.task = task;
      this.total = total;
    }

    @Override
    public void step(int done, String name, String outcome) {
      int tenth = total == 0 ? 10 : done * 10 / total;
      if (tenth > printedTenth) {
        printedTenth = tenth;
        String begin = task + " " + done + "/" + total + " ";
        line(begin + fitting(name, outcome, MOST - Text.width(begin)));
      }
    }

    @Override
    public void close() {}
  }
}
