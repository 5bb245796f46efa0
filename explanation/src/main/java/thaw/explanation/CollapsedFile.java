package thaw.explanation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.attribution.Cause;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.recording.Frame;

/**
 * The profile that an earlier explanation left in {@code why.collapsed}, for a comparison. The file
 * has no causes of stacks: their samples are {@link Cause#UNEXPLAINED}.
 */
public final class CollapsedFile {
  /** The name of the file, which is beside {@code why.json}. */
  public static final String NAME = "why.collapsed";

  private static final Map<String, FrameTree.Root> ROOTS = roots();
  private static final Map<String, Cause> CAUSES = causes();

  private final Map<String, Frame> frames = new HashMap<>();

  private CollapsedFile() {}

  /** A sample for each line that can be read; none where the file is not there. */
  public static List<ProfileSample> read(Path file) {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    CollapsedFile names = new CollapsedFile();
    List<ProfileSample> samples = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        names.add(line, samples);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
    return samples;
  }

  private void add(String line, List<ProfileSample> samples) {
    int end = line.lastIndexOf(' ');
    String figure = line.substring(end + 1);
    List<String> names = List.of(line.substring(0, Math.max(0, end)).split(";"));
    FrameTree.Root root = ROOTS.get(names.getFirst());
    if (root == null || !figure.matches("\\d{1,15}")) {
      return;
    }
    int head = root.critical() ? 1 : 2;
    List<String> stack = names.subList(Math.min(head, names.size()), names.size());
    Cause alone = stack.size() == 1 ? CAUSES.get(stack.getFirst()) : null;
    String thread = root.critical() || names.size() < 2 ? "" : names.get(1);
    samples.add(
        new ProfileSample(
            1,
            0,
            thread.replaceAll("^\\[|\\]$", ""),
            root.critical(),
            root.phase(),
            alone == null ? Cause.UNEXPLAINED : alone,
            Long.parseLong(figure) / 1_000.0,
            "",
            "",
            alone == null ? leafFirst(stack) : List.of()));
  }

  private List<Frame> leafFirst(List<String> stack) {
    List<Frame> leafFirst = new ArrayList<>();
    for (String name : stack) {
      leafFirst.add(frames.computeIfAbsent(name, each -> new Frame.Native("", each)));
    }
    Collections.reverse(leafFirst);
    return leafFirst;
  }

  /**
   * The same samples, with the names that others have for frames whose names the file had to
   * change.
   */
  static List<ProfileSample> named(List<ProfileSample> samples, Set<String> names) {
    Map<String, String> known = new HashMap<>();
    names.forEach(name -> known.put(CollapsedStacks.harmless(name), name));
    Map<Frame, Frame> renamed = new HashMap<>();
    return samples.stream()
        .map(sample ->
            sample
                .withThread(thread(sample.thread(), known))
                .withFrames(
                    sample.frames().stream()
                        .map(frame -> renamed.computeIfAbsent(frame, each -> renamed(each, known)))
                        .toList()))
        .toList();
  }

  private static Frame renamed(Frame frame, Map<String, String> known) {
    String name = known.get(frame.text());
    return name == null ? frame : new Frame.Native("", name);
  }

  private static String thread(String thread, Map<String, String> known) {
    String shown = "[" + thread + "]";
    String name = known.getOrDefault(shown, shown);
    return name.substring(1, name.length() - 1);
  }

  private static Map<String, FrameTree.Root> roots() {
    Map<String, FrameTree.Root> roots = new HashMap<>();
    for (PhaseName phase : PhaseName.values()) {
      for (boolean critical : new boolean[] {true, false}) {
        roots.put(
            CollapsedStacks.harmless(ProfileFrames.root(phase, critical)),
            new FrameTree.Root(phase, critical));
      }
    }
    return roots;
  }

  private static Map<String, Cause> causes() {
    Map<String, Cause> causes = new HashMap<>();
    for (Cause cause : Cause.values()) {
      causes.put(CollapsedStacks.harmless(ProfileFrames.frame(cause)), cause);
    }
    return causes;
  }
}
