package thaw.explanation;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import thaw.attribution.ProfileSample;
import thaw.explanation.FrameTree.Node;
import thaw.presentation.text.Text;

/**
 * Collapsed stacks, which flamegraph.pl, speedscope, async-profiler's converter and IDEs read: a
 * line for each different stack, root first, frames parted by semicolons, then a space and whole
 * microseconds.
 *
 * <p>The first frame is the phase. Threads that the cold start did not wait for have roots of their
 * own and their name as the second frame.
 *
 * <p>Each line has the whole stack, so that the file of a large application would have hundreds of
 * megabytes, which no reader takes: then what took the least is counted with what called it.
 */
final class CollapsedStacks {
  /** Some 100,000 different stacks. */
  static final int MOST_BYTES = 16 << 20;

  private static final double LEFT_OF_NODES = 0.8;

  private final List<String> frames;
  private final OutputStream out;
  private final StringBuilder stack = new StringBuilder();
  private long bytes;

  private CollapsedStacks(List<String> frames, OutputStream out) {
    this.frames = frames;
    this.out = out;
  }

  static void write(List<ProfileSample> profile, OutputStream out) throws IOException {
    write(profile, MOST_BYTES, out);
  }

  static void write(List<ProfileSample> profile, int mostBytes, OutputStream out)
      throws IOException {
    FrameTree tree = FrameTree.of(profile);
    List<String> frames = tree.frames().stream().map(CollapsedStacks::harmless).toList();
    int nodes = 0;
    while (nodes != tree.nodes()
        && written(tree, frames, OutputStream.nullOutputStream()) > mostBytes) {
      nodes = tree.nodes();
      tree.shrink((int) (nodes * LEFT_OF_NODES));
    }
    written(tree, frames, out);
  }

  /** Returns the number of bytes. */
  private static long written(FrameTree tree, List<String> frames, OutputStream out)
      throws IOException {
    CollapsedStacks stacks = new CollapsedStacks(frames, out);
    for (Map.Entry<FrameTree.Root, Node> root : tree.roots().entrySet()) {
      boolean critical = root.getKey().critical();
      stacks.stack.append(harmless(ProfileFrames.root(root.getKey().phase(), critical)));
      stacks.node(root.getValue(), critical ? 0 : 1);
      stacks.stack.setLength(0);
    }
    return stacks.bytes;
  }

  /**
   * @param heads how many levels from here on are no frames: a sample that ends there has none
   */
  private void node(Node node, int heads) throws IOException {
    int length = stack.length();
    if (heads >= 0) {
      for (var leaf : node.leaves.entrySet()) {
        stack.append(';').append(harmless(ProfileFrames.frame(leaf.getKey())));
        line(leaf.getValue());
        stack.setLength(length);
      }
    } else {
      line(node.leaves.values().stream().mapToDouble(millis -> millis).sum());
    }
    for (Map.Entry<Integer, Node> child : node.sorted()) {
      stack.append(';').append(frames.get(child.getKey()));
      node(child.getValue(), heads - 1);
      stack.setLength(length);
    }
  }

  private void line(double millis) throws IOException {
    long micros = Math.round(millis * 1_000);
    if (micros > 0) {
      byte[] line = (stack + " " + micros + "\n").getBytes(StandardCharsets.UTF_8);
      out.write(line);
      bytes += line.length;
    }
  }

  /** A semicolon would part a frame in two, a space would end the stack. */
  static String harmless(String name) {
    return Text.clean(name).replace(';', ',').replace(' ', '_');
  }
}
