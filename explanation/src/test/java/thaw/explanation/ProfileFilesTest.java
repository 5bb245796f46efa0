package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.presentation.text.AtomicFile;
import thaw.recording.Frame;

/** The profile in the formats of other tools. */
@SideBySide
class ProfileFilesTest {
  @TempDir Path folder;

  private static ProfileSample sample(
      boolean critical, PhaseName phase, Cause cause, double millis, Frame... frames) {
    return new ProfileSample(
        1, 7, "main thread", critical, phase, cause, millis, "JDK", "JDK", List.of(frames));
  }

  @Test
  void collapsed_stacks_have_the_phase_for_root_and_whole_microseconds() throws Exception {
    Frame main = new Frame.Java("com.example.Main", "main", 3);
    Frame lambda = new Frame.Java("com.example.Main$$Lambda", "lambda$0;x y", -1);
    Frame parse = new Frame.Native("libjvm.so", "parse(int, char const*)");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CollapsedStacks.write(
        List.of(
            sample(true, PhaseName.HANDLER_INIT, Cause.CLASS_PARSE, 1.25, parse, lambda, main),
            sample(true, PhaseName.HANDLER_INIT, Cause.CLASS_LINK, 0.75, parse, lambda, main),
            sample(true, PhaseName.HANDLER_INIT, Cause.THROTTLED, 3),
            sample(true, PhaseName.BOOT, Cause.VM_START, 2, new Frame.Kernel("?")),
            sample(true, PhaseName.BOOT, Cause.VM_START, 0.0001, main),
            sample(false, PhaseName.BOOT, Cause.JIT_THREADS, 4, new Frame.Native("libjvm.so", "?")),
            sample(false, PhaseName.BOOT, Cause.GC, 5)),
        out);
    assertEquals(
        """
        JVM_boot;[kernel] 2000
        handler_class_init;[throttled] 3000
        handler_class_init;com.example.Main.main;com.example.Main$$Lambda.lambda$0,x_y;\
        parse(int,_char_const*) 2000
        JVM_boot,_CPU_of_other_threads;[main_thread];[GC] 5000
        JVM_boot,_CPU_of_other_threads;[main_thread];libjvm.so 4000
        """,
        out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void every_line_of_collapsed_stacks_is_frames_a_space_and_a_number() throws Exception {
    for (Explanation each : List.of(WhyExamples.petstore(), WhyExamples.hostile())) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      CollapsedStacks.write(each.profile(), out);
      long micros = 0;
      for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
        assertTrue(line.matches("[^ ;]+(;[^ ;]+)+ [1-9][0-9]*"), line);
        micros += Long.parseLong(line.substring(line.indexOf(' ') + 1));
      }
      double millis = each.profile().stream().mapToDouble(ProfileSample::millis).sum();
      assertEquals(millis, micros / 1_000.0, 0.1);
    }
  }

  @Test
  void speedscope_has_a_profile_for_each_phase_and_thread() throws Exception {
    Explanation explanation = WhyExamples.petstore();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SpeedscopeFile.write(explanation, out);
    JsonNode root = new ObjectMapper().readTree(out.toByteArray());
    assertEquals(
        "https://www.speedscope.app/file-format-schema.json", root.get("$schema").textValue());
    List<String> names = root.get("profiles").findValuesAsText("name");
    assertEquals("JVM boot: main", names.getFirst());
    assertEquals("first invocation, CPU of other threads: C2 CompilerThread0", names.getLast());
    int frames = root.at("/shared/frames").size();
    int samples = 0;
    double micros = 0;
    for (JsonNode profile : root.get("profiles")) {
      assertEquals("sampled", profile.get("type").textValue());
      assertEquals("microseconds", profile.get("unit").textValue());
      assertEquals(profile.get("samples").size(), profile.get("weights").size());
      double weights = 0;
      for (JsonNode weight : profile.get("weights")) {
        weights += weight.asDouble();
      }
      assertEquals(profile.get("endValue").asDouble(), weights, 1);
      for (JsonNode stack : profile.get("samples")) {
        assertFalse(stack.isEmpty());
        stack.forEach(frame -> assertTrue(frame.asInt() < frames));
      }
      samples += profile.get("samples").size();
      micros += weights;
    }
    assertEquals(explanation.profile().size(), samples);
    double millis = explanation.profile().stream().mapToDouble(ProfileSample::millis).sum();
    assertEquals(millis, micros / 1_000, 0.1);
    JsonNode first = root.at("/profiles/4/samples/0");
    assertEquals(
        "com.amazonaws.services.lambda.runtime.api.client.AWSLambda.main",
        root.at("/shared/frames/" + first.get(0).asInt() + "/name").textValue());
  }

  @Test
  void the_recording_is_read_back_by_the_jdk() throws Exception {
    Frame main = new Frame.Java("com.example.Main$Inner", "<clinit>", 3);
    Frame parse = new Frame.Native("libjvm.so", "ClassFileParser::parse_stream(int)");
    Frame fault = new Frame.Kernel("exc_page_fault");
    List<RecordedEvent> events =
        events(
            of(
                List.of(
                    sample(
                        true, PhaseName.HANDLER_INIT, Cause.PAGE_FAULTS, 1.5, fault, parse, main),
                    sample(false, PhaseName.BOOT, Cause.GC, 2))));
    RecordedEvent first = events.getFirst();
    assertEquals(2, events.size());
    assertEquals("jdk.ExecutionSample", first.getEventType().getName());
    assertEquals(WhyExamples.WHEN.plusMillis(7), first.getStartTime());
    assertEquals("main thread", first.getThread("sampledThread").getJavaName());
    assertEquals("handler class init", first.getString("phase"));
    assertEquals("page faults", first.getString("cause"));
    assertEquals(1_500_000, first.getDuration("weight").toNanos());
    assertTrue(first.getBoolean("critical"));
    List<RecordedFrame> frames = first.getStackTrace().getFrames();
    assertFalse(first.getStackTrace().isTruncated());
    assertEquals(
        List.of(
            "[kernel].exc_page_fault",
            "[libjvm.so].ClassFileParser::parse_stream(int)",
            "com.example.Main$Inner.<clinit>"),
        frames.stream()
            .map(frame -> frame.getMethod().getType().getName() + "." + frame.getMethod().getName())
            .toList());
    assertEquals(3, frames.getLast().getBytecodeIndex());
    assertTrue(frames.stream().allMatch(frame -> frame.getLineNumber() == -1)); // not known
    assertEquals(
        List.of("Kernel", "Native", "Java"), frames.stream().map(RecordedFrame::getType).toList());
    assertEquals(
        "[GC]",
        events.getLast().getStackTrace().getFrames().getFirst().getMethod().getType().getName());
  }

  @Thorough("It starts a tool of the JDK three times; the test beside it reads the recording back")
  @Test
  void the_jdk_prints_and_summarises_the_recording() throws Exception {
    Path file = folder.resolve("why.jfr");
    AtomicFile.write(file, out -> JfrFile.write(WhyExamples.petstore(), out));
    String printed = jfr("print", file);
    assertTrue(printed.contains("com.google.inject.Guice.createInjector()"), printed);
    assertTrue(jfr("summary", file).contains("jdk.ExecutionSample"));
    assertTrue(jfr("view", "hot-methods", file).contains("java.util.zip.Inflater.inflate()"));
  }

  @Test
  void the_recording_has_every_sample_with_its_whole_stack() throws Exception {
    Explanation all = WhyGallery.explanations().get("large");
    Explanation large = all.withProfile(all.profile().subList(0, 5_000));
    List<RecordedEvent> events = events(large);
    assertEquals(large.profile().size(), events.size());
    assertTrue(events.stream().allMatch(event -> event.getStackTrace().getFrames().size() == 150));
    assertEquals(List.of(), events(WhyExamples.empty()));
  }

  /** Method, line, bytecode and kind, of which only the method takes more than one byte. */
  @Test
  void a_frame_takes_five_bytes_of_the_recording() throws Exception {
    List<Frame> stack = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      stack.add(new Frame.Native("libjvm.so", "f" + i));
    }
    List<ProfileSample> samples = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Collections.rotate(stack, 1);
      samples.add(sample(true, PhaseName.BOOT, Cause.VM_START, 1, stack.toArray(Frame[]::new)));
    }
    Path file = folder.resolve("why.jfr");
    AtomicFile.write(file, out -> JfrFile.write(of(samples), out));
    long frames = 200L * 200; // that many stacks differ
    assertTrue(Files.size(file) < 5 * frames + 50_000, "bytes: " + Files.size(file));
  }

  @Test
  void speedscope_numbers_the_most_frequent_frames_first() throws Exception {
    Frame rare = new Frame.Native("libjvm.so", "rare");
    Frame main = new Frame.Java("com.example.Main", "main", 3);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SpeedscopeFile.write(
        of(
            List.of(
                sample(true, PhaseName.BOOT, Cause.VM_START, 1, rare),
                sample(true, PhaseName.BOOT, Cause.VM_START, 1, main),
                sample(true, PhaseName.BOOT, Cause.VM_START, 1, main),
                sample(true, PhaseName.BOOT, Cause.VM_START, 1, rare, main))),
        out);
    JsonNode root = new ObjectMapper().readTree(out.toByteArray());
    assertEquals("[[1],[0],[0],[0,1]]", root.at("/profiles/0/samples").toString());
  }

  @Test
  void a_tree_is_shrunk_without_losing_time() {
    List<ProfileSample> profile =
        WhyGallery.explanations().get("large").profile().subList(0, 5_000);
    FrameTree tree = FrameTree.of(profile);
    int before = tree.nodes();
    tree.shrink(10_000);
    assertTrue(before > 10_000 && tree.nodes() <= 10_000, before + " -> " + tree.nodes());
    double left = tree.roots().values().stream().mapToDouble(ProfileFilesTest::own).sum();
    assertEquals(profile.stream().mapToDouble(ProfileSample::millis).sum(), left, 0.001);
  }

  private static double own(FrameTree.Node node) {
    return node.leaves.values().stream().mapToDouble(millis -> millis).sum()
        + node.children.values().stream().mapToDouble(ProfileFilesTest::own).sum();
  }

  @Test
  void every_file_is_written_whole_and_nothing_else() throws Exception {
    List<Path> written =
        WhyFiles.write(
            WhyExamples.petstore(),
            Optional.empty(),
            Optional.of(WhyExamples.older()),
            WhyGallery.NEXT,
            folder.resolve("new"));
    assertEquals("why.html", written.getFirst().getFileName().toString());
    try (Stream<Path> files = Files.list(folder.resolve("new"))) {
      assertEquals(
          List.of("why.collapsed", "why.html", "why.jfr", "why.json", "why.speedscope.json"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    for (Path file : written) {
      assertTrue(Files.size(file) > 1_000, file.toString());
    }
  }

  private static Explanation of(List<ProfileSample> profile) {
    Explanation empty = WhyExamples.empty();
    return empty.withProfile(profile);
  }

  private List<RecordedEvent> events(Explanation explanation) throws Exception {
    Path file = folder.resolve("why.jfr");
    AtomicFile.write(file, out -> JfrFile.write(explanation, out));
    List<RecordedEvent> events = new ArrayList<>();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        events.add(recording.readEvent());
      }
    }
    return events;
  }

  private static String jfr(Object... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jfr").toString());
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    StringWriter text = new StringWriter();
    process.inputReader().transferTo(text);
    assertEquals(0, process.waitFor(), text.toString());
    return text.toString();
  }
}
