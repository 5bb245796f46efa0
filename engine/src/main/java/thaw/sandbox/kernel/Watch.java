package thaw.sandbox.kernel;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import thaw.steady.StepLoop;

/**
 * One thread that waits on descriptors which the JDK has no channel for: pipes that boxes write to,
 * processes that are not our children.
 */
public final class Watch {
  private static final int FOREVER = -1;

  private static @Nullable Watch instance; // guarded by the class

  private final Map<Integer, Runnable> readers = new ConcurrentHashMap<>();
  private final Queue<Integer> closing = new ConcurrentLinkedQueue<>();
  private final int wakeUp;
  private final int waker;

  private Watch() throws IOException {
    int[] pipe = Syscalls.pipe();
    wakeUp = pipe[0];
    waker = pipe[1];
    StepLoop loop = new StepLoop("watch");
    Thread.ofPlatform().daemon().name("watch").start(() -> loop.run(() -> true, this::round));
  }

  public static synchronized Watch shared() throws IOException {
    if (instance == null) {
      instance = new Watch();
    }
    return instance;
  }

  /**
   * @param reader called by the watching thread whenever the descriptor is readable or hung up;
   *     must not block, and must {@link #remove} what has nothing more to tell
   */
  public void add(int descriptor, Runnable reader) {
    readers.put(descriptor, reader);
    Syscalls.writeByte(waker);
  }

  public void remove(int descriptor) {
    readers.remove(descriptor);
    Syscalls.writeByte(waker);
  }

  /** Removes and closes it, once it is certain that it is not being waited on. */
  public void close(int descriptor) {
    readers.remove(descriptor);
    closing.add(descriptor);
    Syscalls.writeByte(waker);
  }

  private void round() {
    for (Integer ended = closing.poll(); ended != null; ended = closing.poll()) {
      Syscalls.close(ended);
    }
    int[] watched = readers.keySet().stream().mapToInt(Integer::intValue).toArray();
    int[] all = Arrays.copyOf(watched, watched.length + 1);
    all[watched.length] = wakeUp;
    boolean[] readable = await(all);
    for (int i = 0; i < watched.length; i++) {
      Runnable reader = readable[i] ? readers.get(watched[i]) : null;
      if (reader != null) {
        run(watched[i], reader);
      }
    }
  }

  private boolean[] await(int[] descriptors) {
    try {
      boolean[] readable = Syscalls.awaitReadable(descriptors, FOREVER);
      if (readable[descriptors.length - 1]) {
        Syscalls.read(wakeUp, 64);
      }
      return readable;
    } catch (IOException e) {
      throw new IllegalStateException("cannot wait for descriptors", e);
    }
  }

  private void run(int descriptor, Runnable reader) {
    try {
      reader.run();
    } catch (RuntimeException e) {
      readers.remove(descriptor); // the others go on
      throw e;
    }
  }
}
