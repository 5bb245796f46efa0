package thaw.service.process;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.kernel.Deadline;

/**
 * The process of a service's program. In a box of its own, so that its CPU time and memory are no
 * function's and it ends with the instance, however that ends.
 */
public final class JavaService implements AutoCloseable {
  /** The text before the port numbers; both have a line of their own. */
  public static final String LISTENING = "thaw: listens on 127.0.0.1:";

  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Pattern PORTS =
      Pattern.compile(Pattern.quote(LISTENING) + "(\\d+(?: \\d+)*)\n");

  private final ServiceProgram program;
  private final Sandbox box;
  private final ServiceBox files;
  private final StringBuilder output = new StringBuilder(); // guarded by lock
  private final ReentrantLock lock = new ReentrantLock();
  private List<Integer> ports = List.of();
  private volatile boolean closing;

  private JavaService(ServiceProgram program, Sandbox box, ServiceBox files) {
    this.program = program;
    this.box = box;
    this.files = files;
  }

  /**
   * Returns when it listens.
   *
   * @param progress told when it ends before it is closed
   */
  public static JavaService start(
      Instance instance, Jdk jdk, Path jars, ServiceProgram program, Consumer<String> progress) {
    ServiceBox files = ServiceBox.make(program, instance.directory());
    try {
      Sandbox box = instance.prepare(program.id(), files.spec(instance.host(), jdk, jars));
      try {
        JavaService service = new JavaService(program, box, files);
        box.start();
        service.ports = service.awaitPorts();
        box.exit().thenAccept(code -> service.ended(code, progress));
        return service;
      } catch (RuntimeException e) {
        box.close();
        throw e;
      }
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private List<Integer> awaitPorts() {
    List<Integer> found = new ArrayList<>();
    try {
      Deadline.await(
          START_PATIENCE,
          program.name() + " did not say which port it listens on",
          () -> {
            boolean ended = !box.isAlive();
            Matcher matcher = PORTS.matcher(written());
            if (matcher.find()) {
              for (String port : matcher.group(1).split(" ")) {
                found.add(Integer.valueOf(port));
              }
            }
            return ended || !found.isEmpty();
          });
    } catch (IllegalStateException e) {
      throw new IllegalStateException(program.name() + " does not listen: " + said(), e);
    }
    if (found.isEmpty()) {
      throw new IllegalStateException(program.name() + " ended at its start: " + said());
    }
    return found;
  }

  private String written() {
    lock.lock();
    try {
      output.append(new String(box.output().drain(), StandardCharsets.UTF_8));
      return output.toString();
    } finally {
      lock.unlock();
    }
  }

  /** Returns what the program has written, for a message. */
  public String said() {
    String text = written().strip();
    return text.isEmpty() ? "it wrote nothing" : "it wrote:\n" + text;
  }

  private void ended(int code, Consumer<String> progress) {
    if (!closing) {
      progress.accept(
          "%s has ended with exit code %d: calls to it fail until thaw is restarted; %s"
              .formatted(program.name(), code, said()));
    }
  }

  /**
   * Returns the address of one of the ports, in the order in which the program has printed them.
   */
  public InetSocketAddress address(int index) {
    return new InetSocketAddress("127.0.0.1", ports.get(index));
  }

  /** Returns the number of its addresses. */
  public int addresses() {
    return ports.size();
  }

  public String url() {
    return "http://127.0.0.1:" + ports.getFirst();
  }

  /** The program's pid on the host. */
  public long pid() {
    return box.pid();
  }

  @Override
  public void close() {
    closing = true;
    try {
      box.close();
    } finally {
      files.close();
    }
  }
}
