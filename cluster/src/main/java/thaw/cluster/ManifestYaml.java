package thaw.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Objects as YAML: a document each, the same text for the same objects. */
final class ManifestYaml {
  private static final String START = "---\n";
  private static final Pattern VALUE = Pattern.compile("\\$([A-Z_]+)");

  private ManifestYaml() {}

  static String of(KubernetesSerialization serialization, List<HasMetadata> objects) {
    return objects.stream()
        .map(serialization::asYaml)
        .map(text -> text.startsWith(START) ? text : START + text)
        .map(text -> text.endsWith("\n") ? text : text + "\n")
        .collect(Collectors.joining());
  }

  /**
   * An object of a file of ours.
   *
   * @param values by the names that are in the file in capitals behind a dollar sign
   */
  static <T> T filled(
      KubernetesSerialization serialization,
      String file,
      Class<T> type,
      Map<String, ? extends @Nullable Object> values) {
    try (InputStream template = ManifestYaml.class.getResourceAsStream(file)) {
      String text =
          new String(Objects.requireNonNull(template).readAllBytes(), StandardCharsets.UTF_8);
      return serialization.unmarshal(
          VALUE
              .matcher(text)
              .replaceAll(found ->
                  Matcher.quoteReplacement(serialization.asJson(values.get(found.group(1))))),
          type);
    } catch (IOException e) {
      throw new UncheckedIOException("a file of the program cannot be read", e);
    }
  }
}
