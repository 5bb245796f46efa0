package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import thaw.sandbox.kernel.Native;
import thaw.sandbox.kernel.SeqPacket;
import thaw.sandbox.kernel.SpawnedProcess;
import thaw.sandbox.kernel.Watch;

/**
 * A running {@code thaw-box}, which makes one box, parks its programs and tells how they end. It
 * runs on the host, outside of the box and of its limits. When it ends, of any cause, so does
 * everything in the box's namespaces; and it ends when this program does.
 *
 * <p>The messages are drawn in {@code box/src/common.h}. Any thread may ask, one at a time; what
 * the programs' ends complete runs on the thread of {@link Watch}.
 */
final class SandboxHolder implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration END_PATIENCE = Duration.ofSeconds(10);
  private static final int LARGEST_PACKET = 32 * 1024;
  private static final int KILLED = 128 + Native.SIGKILL;

  private final SpawnedProcess process;
  private final SeqPacket control;
  private final Watch watch;
  private final Consumer<String> questions;
  private final BlockingQueue<SeqPacket.Message> answers = new LinkedBlockingQueue<>();
  private final Map<Integer, CompletableFuture<Integer>> exits = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();
  private volatile boolean ended;

  private SandboxHolder(
      SpawnedProcess process, SeqPacket control, Watch watch, Consumer<String> questions) {
    this.questions = questions;
    this.process = process;
    this.control = control;
    this.watch = watch;
  }

  /**
   * The sandbox that has been made: its first process on the host, 0 without namespaces; and
   * listeners.
   */
  record Made(long init, List<Integer> descriptors) {}

  /**
   * A program that waits to be started, or one that runs.
   *
   * @param pid on the host
   */
  record Parked(int id, long pid, CompletableFuture<Integer> exit) {}

  /**
   * @param output gets what programs write that have no file of their own
   * @param questions gets those that are told, in hexadecimal; quickly
   */
  static SandboxHolder start(Path output, Consumer<String> questions) throws IOException {
    SeqPacket.Pair pair = SeqPacket.pair();
    try (SeqPacket theirs = pair.theirs()) {
      List<String> command = List.of(SandboxProgram.path().toString(), "hold");
      SpawnedProcess process =
          SpawnedProcess.start(command, Map.of(), output, List.of(theirs.descriptor()));
      Watch watch = Watch.shared();
      SandboxHolder holder = new SandboxHolder(process, pair.ours(), watch, questions);
      watch.add(pair.ours().descriptor(), holder::hear);
      return holder;
    } catch (IOException | RuntimeException e) {
      pair.ours().close();
      throw e;
    }
  }

  private void hear() {
    try {
      for (SeqPacket.Message message = control.poll(); message != null; message = control.poll()) {
        if (message.words().isEmpty()) {
          end();
          return;
        }
        if (message.words().getFirst().equals("exit")) {
          int id = Integer.parseInt(message.words().get(1));
          int code = Integer.parseInt(message.words().get(2));
          Optional.ofNullable(exits.get(id)).ifPresent(exit -> exit.complete(code));
        } else if (message.words().getFirst().equals("asked")) {
          questions.accept(message.words().get(1));
        } else {
          answers.add(message);
        }
      }
    } catch (IOException e) {
      end();
    }
  }

  /** It says no more. */
  private void end() {
    ended = true;
    watch.remove(control.descriptor());
    answers.add(SeqPacket.Message.NONE);
    exits.values().forEach(exit -> exit.complete(KILLED));
  }

  private synchronized List<String> ask(
      String expected, List<String> words, List<Integer> descriptors) throws IOException {
    send(words);
    try {
      SeqPacket.Message answer = answers.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (answer == null) {
        kill(); // an answer that comes late would be taken for another one's
        throw new IOException("no answer within " + PATIENCE.toSeconds() + " s");
      }
      if (answer.words().isEmpty()) {
        throw new IOException("its process has ended");
      }
      if (!answer.words().getFirst().equals(expected)) {
        throw new IOException(String.join(" ", answer.words().subList(1, answer.words().size())));
      }
      descriptors.addAll(answer.descriptors());
      return answer.words();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * Whole: a message may be several packets, and ways are told by another thread than its owner's.
   */
  private synchronized void send(List<String> words) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (String word : words) {
      if (word.indexOf('\0') >= 0) {
        throw new IOException("must have no NUL: " + word.replace('\0', ' '));
      }
      text.writeBytes(word.getBytes(UTF_8));
      text.write(0);
    }
    byte[] all = text.toByteArray();
    for (int from = 0; from < all.length; from += LARGEST_PACKET) {
      int to = Math.min(all.length, from + LARGEST_PACKET);
      byte[] packet = new byte[to - from + 1];
      packet[0] = (byte) (to < all.length ? '+' : '.');
      System.arraycopy(all, from, packet, 1, to - from);
      control.send(packet);
    }
  }

  /** Makes the box; once. */
  Made make(List<String> options) throws IOException {
    List<Integer> descriptors = new ArrayList<>();
    List<String> answer = ask("ready", message(List.of("cell"), options), descriptors);
    return new Made(Long.parseLong(answer.get(1)), descriptors);
  }

  /** Has a program wait in the box. */
  Parked park(List<String> options) throws IOException {
    int id = ids.incrementAndGet();
    CompletableFuture<Integer> exit = new CompletableFuture<>();
    exits.put(id, exit); // before it can end
    List<String> answer =
        ask("parked", message(List.of("park", "" + id), options), new ArrayList<>());
    if (ended) {
      exit.complete(KILLED);
    }
    return new Parked(id, Long.parseLong(answer.get(2)), exit);
  }

  /** Lets it run. */
  void go(Parked parked) throws IOException {
    send(List.of("go", "" + parked.id()));
  }

  /** Sets the ways that lead out of the box from now on; no others do. */
  void lead(List<String> ways) throws IOException {
    send(message(List.of("ways"), ways));
  }

  /**
   * A port of this machine's loopback that leads, for one connection, to a port of the box's.
   *
   * @throws IOException when nobody listens there
   */
  int dial(int port) throws IOException {
    return Integer.parseInt(ask("dialed", List.of("dial", "" + port), new ArrayList<>()).get(1));
  }

  private static List<String> message(List<String> head, List<String> options) {
    List<String> all = new ArrayList<>(head);
    all.addAll(options);
    return all;
  }

  /** Returns the pid of {@code thaw-box} on the host. */
  long pid() {
    return process.pid();
  }

  /** Kills {@code thaw-box} at once, and with it all in the box's namespaces. */
  void kill() {
    process.kill();
  }

  /**
   * Returns when it has ended, and has waited for its children: nobody else may do that where Thaw
   * is the first process of a container.
   */
  @Override
  public void close() {
    end();
    control.release().ifPresent(watch::close); // who interrupts and who ends may both close
    try {
      if (!hasEnded(END_PATIENCE)) {
        kill();
        if (!hasEnded(END_PATIENCE)) {
          throw new IllegalStateException("the holder of a sandbox does not end: " + process.pid());
        }
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }

  private boolean hasEnded(Duration patience) throws InterruptedException {
    try {
      process.exit().get(patience.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("could not wait for " + process.pid(), e);
    }
  }
}
