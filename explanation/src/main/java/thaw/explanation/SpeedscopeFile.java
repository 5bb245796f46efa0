package thaw.explanation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import thaw.attribution.Explanation;
import thaw.attribution.ProfileSample;
import thaw.presentation.text.Text;

/**
 * The profile as <a href="https://www.speedscope.app/file-format-schema.json">speedscope</a> reads
 * it: one sampled profile for each phase and thread, in microseconds, the runs one after another.
 */
final class SpeedscopeFile {
  private static final JsonFactory JSON = new JsonFactory();

  private final ProfileFrames names = new ProfileFrames();

  /** The place of each frame in the table that all samples share. */
  private final Map<String, Integer> frames = new LinkedHashMap<>();

  /** Gives the shortest numbers to those frames that most samples have: the file is numbers. */
  private SpeedscopeFile(List<ProfileSample> samples) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    samples.forEach(
        sample -> names.names(sample).forEach(name -> counts.merge(name, 1, Integer::sum)));
    counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(frame -> frames.put(frame.getKey(), frames.size()));
  }

  static void write(Explanation explanation, OutputStream out) throws IOException {
    SpeedscopeFile file = new SpeedscopeFile(explanation.profile());
    Map<String, List<ProfileSample>> profiles = profiles(explanation.profile());
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeStringField("$schema", "https://www.speedscope.app/file-format-schema.json");
      json.writeStringField("exporter", "thaw why");
      json.writeStringField(
          "name", "Cold start of " + Text.clean(explanation.subject().function()));
      json.writeNumberField("activeProfileIndex", 0);
      json.writeArrayFieldStart("profiles");
      for (Map.Entry<String, List<ProfileSample>> profile : profiles.entrySet()) {
        file.profile(json, profile.getKey(), profile.getValue());
      }
      json.writeEndArray();
      json.writeObjectFieldStart("shared");
      json.writeArrayFieldStart("frames");
      for (String frame : file.frames.keySet()) {
        json.writeStartObject();
        json.writeStringField("name", frame);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndObject();
    }
  }

  /**
   * Returns profiles of samples, with those that the cold start waited for before those beside it.
   */
  private static Map<String, List<ProfileSample>> profiles(List<ProfileSample> samples) {
    List<ProfileSample> sorted = new ArrayList<>(samples);
    sorted.sort(
        Comparator.comparing(ProfileSample::critical)
            .reversed()
            .thenComparing(ProfileSample::phase)
            .thenComparingInt(ProfileSample::run)
            .thenComparingDouble(ProfileSample::atMillis));
    Map<String, List<ProfileSample>> profiles = new LinkedHashMap<>();
    for (ProfileSample sample : sorted) {
      String name =
          ProfileFrames.root(sample.phase(), sample.critical())
              + ": "
              + Text.clean(sample.thread());
      profiles.computeIfAbsent(name, _ -> new ArrayList<>()).add(sample);
    }
    return profiles;
  }

  private void profile(JsonGenerator json, String name, List<ProfileSample> samples)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "sampled");
    json.writeStringField("name", name);
    json.writeStringField("unit", "microseconds");
    json.writeNumberField("startValue", 0);
    double end = samples.stream().mapToDouble(SpeedscopeFile::micros).sum();
    json.writeNumberField("endValue", WhyJson.millis(end));
    json.writeArrayFieldStart("samples");
    for (ProfileSample sample : samples) {
      json.writeStartArray();
      for (String frame : names.names(sample).reversed()) {
        json.writeNumber(Objects.requireNonNull(frames.get(frame)));
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("weights");
    for (ProfileSample sample : samples) {
      json.writeNumber(micros(sample));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static double micros(ProfileSample sample) {
    return WhyJson.millis(sample.millis() * 1_000);
  }
}
