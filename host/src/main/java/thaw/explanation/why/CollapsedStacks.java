package thaw.explanation.why;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import thaw.attribution.ProfileSample;
import thaw.explanation.why.FrameTree.Node;
import thaw.presentation.text.Text;

/**
 * Collapsed stacks, which flamegraph.pl, speedscope, async-profiler's converter and IDEs read: a
 * line for each different stack, root first, frames parted by semicolons, then a space and whole
 * microseconds.
 *
 * <p>The first frame is the phase. Threads that the cold start did not wait for have roots of their
 * own and their name as the second frame.
 */
final class CollapsedStacks {
  private final List<String> frames;
  private final OutputStream out;
  private final StringBuilder stack = new StringBuilder();

  private CollapsedStacks(List<String> frames, OutputStream out) {
    this.frames = frames;
    this.out = out;
  }

  static void write(List<ProfileSample> profile, OutputStream out) throws IOException {
    FrameTree tree = FrameTree.of(profile);
    CollapsedStacks stacks =
        new CollapsedStacks(tree.frames().stream().map(CollapsedStacks::harmless).toList(), out);
    for (Map.Entry<FrameTree.Root, Node> root : tree.roots().entrySet()) {
      boolean critical = root.getKey().critical();
      stacks.stack.append(harmless(ProfileFrames.root(root.getKey().phase(), critical)));
      stacks.node(root.getValue(), critical ? 0 : 1);
      stacks.stack.setLength(0);
    }
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
