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
  /** Some thousand different stacks: more are narrower than a pixel of a flame graph. */
  static final int MOST_BYTES = 4 << 20;

  private static final double LEFT_OF_NODES = 0.8;
  private static final int BYTES_OF_FIGURE = 5;

  private final List<String> frames;
  private final OutputStream out;
  private final StringBuilder stack = new StringBuilder();

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
    while (nodes != tree.nodes() && bytes(tree, frames) > mostBytes) {
      nodes = tree.nodes();
      tree.shrink((int) (nodes * LEFT_OF_NODES));
    }
    CollapsedStacks stacks = new CollapsedStacks(frames, out);
    for (Map.Entry<FrameTree.Root, Node> root : tree.roots().entrySet()) {
      boolean critical = root.getKey().critical();
      stacks.stack.append(harmless(ProfileFrames.root(root.getKey().phase(), critical)));
      stacks.node(root.getValue(), critical ? 0 : 1);
      stacks.stack.setLength(0);
    }
  }

  /** Returns about how many bytes the lines of all stacks take. */
  private static long bytes(FrameTree tree, List<String> frames) {
    return tree.roots().values().stream().mapToLong(root -> bytes(root, 0, frames)).sum();
  }

  private static long bytes(Node node, int stack, List<String> frames) {
    long bytes = node.leaves.isEmpty() ? 0 : stack + BYTES_OF_FIGURE;
    for (Map.Entry<Integer, Node> child : node.children.entrySet()) {
      bytes += bytes(child.getValue(), stack + 1 + frames.get(child.getKey()).length(), frames);
    }
    return bytes;
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
      out.write((stack + " " + micros + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  /** A semicolon would part a frame in two, a space would end the stack. */
  static String harmless(String name) {
    return Text.clean(name).replace(';', ',').replace(' ', '_');
  }
}
