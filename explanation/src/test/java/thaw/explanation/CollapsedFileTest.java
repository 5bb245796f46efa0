package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.Explanation;
import thaw.attribution.ProfileSample;
import thaw.report.bench.HtmlReportTest;

class CollapsedFileTest {
  @TempDir Path folder;

  private static byte[] written(List<ProfileSample> profile) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CollapsedStacks.write(profile, out);
    return out.toByteArray();
  }

  private List<ProfileSample> read(byte[] content) throws Exception {
    return CollapsedFile.read(Files.write(folder.resolve(CollapsedFile.NAME), content));
  }

  @ParameterizedTest
  @ValueSource(strings = {"petstore", "hostile", "empty"})
  void what_is_read_is_written_again_as_it_was(String name) throws Exception {
    byte[] first = written(explanation(name).profile());
    assertEquals(
        sorted(new String(first, StandardCharsets.UTF_8)),
        sorted(new String(written(read(first)), StandardCharsets.UTF_8)));
  }

  @Test
  void a_large_file_counts_what_took_the_least_with_what_called_it() throws Exception {
    List<ProfileSample> profile = explanation("petstore").profile();
    byte[] whole = written(profile);
    int most = whole.length / 3;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CollapsedStacks.write(profile, most, out);
    assertTrue(out.size() <= most && out.size() > most / 4, out.size() + " of " + whole.length);
    List<ProfileSample> left = read(out.toByteArray());
    assertEquals(millis(read(whole)), millis(left), 0.001 * left.size());
  }

  private static double millis(List<ProfileSample> profile) {
    return profile.stream().mapToDouble(ProfileSample::millis).sum();
  }

  private static Explanation explanation(String name) {
    return Objects.requireNonNull(WhyGallery.explanations().get(name));
  }

  private static List<String> sorted(String text) {
    return text.lines().sorted().toList();
  }

  @Test
  void a_missing_file_and_lines_that_are_something_else_give_no_samples() throws Exception {
    assertEquals(List.of(), CollapsedFile.read(folder.resolve("none")));
    String lines = "no phase;a 3\nJVM_boot;a many\n\nJVM_boot;a -4\n JVM_boot\n";
    assertEquals(List.of(), read(lines.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void a_page_has_the_earlier_profile_with_the_frames_of_its_own() throws Exception {
    Explanation before = WhyExamples.older();
    Explanation earlier = before.withProfile(read(written(before.profile())));
    JsonNode flame =
        HtmlReportTest.data(WhyGallery.page(WhyExamples.petstore(), Optional.of(earlier)))
            .get("flame");
    JsonNode alone =
        HtmlReportTest.data(WhyGallery.page(WhyExamples.petstore(), Optional.empty())).get("flame");
    assertEquals(alone.get("trees"), flame.get("trees"));
    assertTrue(flame.get("older").size() > 0);
    assertEquals(0, alone.get("older").size());
    assertEquals(
        alone.get("frames").size(), flame.get("frames").size(), "all of its frames are known");
  }
}
