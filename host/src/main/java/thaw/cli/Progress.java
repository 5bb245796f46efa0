package thaw.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import thaw.report.TerminalStream;

/** What long work shows on standard error: a bar on a terminal, a line now and then elsewhere. */
final class Progress {
  private static final int USUAL_COLUMNS = 100;
  private static final int NARROWEST = 60;

  private final PrintStream err;
  private final boolean terminal;

  Progress(PrintStream err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  static Progress standard() {
    return new Progress(System.err, isTerminal());
  }

  /** Whether a person looks at it. */
  static boolean isTerminal() {
    java.io.Console console = System.console();
    return console != null && console.isTerminal();
  }

  void line(String text) {
    err.println(text);
    err.flush();
  }

  /** Whole lines, each with its line separator. */
  void lines(String text) {
    err.print(text);
    err.flush();
  }

  /** Columns of the terminal, as the launcher saw it; 100 where there is none. */
  static int columns() {
    int columns = isTerminal() ? Integer.getInteger("thaw.columns", USUAL_COLUMNS) : USUAL_COLUMNS;
    return Math.clamp(columns, NARROWEST, USUAL_COLUMNS);
  }

  /** A bar of {@code total} steps, or nothing but lines where there is no terminal. */
  Bar bar(String task, int total) {
    return terminal ? new TerminalBar(task, total) : new LineBar(task, total);
  }

  /** Steps of some long work. */
  sealed interface Bar extends AutoCloseable {
    void step(int done, String message);

    @Override
    void close();
  }

  private static final class TerminalBar implements Bar {
    private final ProgressBar bar;

    TerminalBar(String task, int total) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(TerminalStream.harmless(task))
              .setInitialMax(total)
              .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
              .setUpdateIntervalMillis(250)
              // With a width of its own it needs no JLine, whose signal handlers would end the
              // program on Ctrl-C before its own clean-up has spoken.
              .setConsumer(new ConsoleProgressBarConsumer(terminal(), columns()))
              .build();
      bar.refresh();
    }

    /** The bar steers the terminal, which System.err keeps from being steered. */
    private static PrintStream terminal() {
      return new PrintStream(new FileOutputStream(FileDescriptor.err), true, System.err.charset());
    }

    @Override
    public void step(int done, String message) {
      bar.setExtraMessage(" " + TerminalStream.harmless(message));
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
    public void step(int done, String message) {
      int tenth = total == 0 ? 10 : done * 10 / total;
      if (tenth > printedTenth) {
        printedTenth = tenth;
        line(task + " " + done + "/" + total + " " + message);
      }
    }

    @Override
    public void close() {}
  }
}
