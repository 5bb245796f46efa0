package thaw.course.throttling;

import java.util.Arrays;
import thaw.course.Told;

/** Full collections of a heap full of small objects that all live. */
public final class Collection {
  private static final int NODES_PER_MIB = 1024 * 1024 / 64;
  private static final int TIMES = 3;

  /** Each with its text about 64 bytes. */
  private static final class Node {
    final byte[] text = new byte[24];
    final Node next;

    Node(Node next) {
      this.next = next;
    }
  }

  private Collection() {}

  /**
   * Tells how long a collection takes.
   *
   * @param arguments size of what lives, in MiB
   */
  public static void main(String[] arguments) throws InterruptedException {
    Node[] live = lists(Integer.parseInt(arguments[0]) * NODES_PER_MIB);
    System.gc(); // what is to be moved has been moved
    Gate.await();
    double[] pauses = new double[TIMES];
    ThreadTimes before = ThreadTimes.now();
    for (int i = 0; i < TIMES; i++) {
      long start = System.nanoTime();
      System.gc();
      pauses[i] = (System.nanoTime() - start) / 1e6;
      Gate.rest();
    }
    ThreadTimes used = ThreadTimes.now().since(before);
    Arrays.sort(pauses);
    Told.figure("pause_ms", pauses[TIMES / 2]);
    Told.figure("cpu_ms", used.all / TIMES);
    Told.figure("objects", 2.0 * count(live));
  }

  /** Many short lists: collectors with several threads find work for all of them. */
  private static Node[] lists(int nodes) {
    Node[] heads = new Node[1024];
    for (int i = 0; i < nodes; i++) {
      heads[i % heads.length] = new Node(heads[i % heads.length]);
    }
    return heads;
  }

  private static int count(Node[] heads) {
    int count = 0;
    for (Node head : heads) {
      for (Node node = head; node != null; node = node.next) {
        count += node.text.length / 24;
      }
    }
    return count;
  }
}
