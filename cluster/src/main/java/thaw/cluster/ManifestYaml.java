package thaw.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.stream.Collectors;

/** Objects as YAML: a document each, the same text for the same objects. */
final class ManifestYaml {
  private static final String START = "---\n";

  private ManifestYaml() {}

  static String of(KubernetesSerialization serialization, List<HasMetadata> objects) {
    return objects.stream()
        .map(serialization::asYaml)
        .map(text -> text.startsWith(START) ? text : START + text)
        .map(text -> text.endsWith("\n") ? text : text + "\n")
        .collect(Collectors.joining());
  }
}
