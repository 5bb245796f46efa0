package thaw.remedy.edit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import thaw.files.WholeFile;

/** The modules of a Maven project through which others get the AWS SDK. */
final class ModulesWithSdk {
  private static final String SDK = "software.amazon.awssdk";

  /** Deeper there are no modules but folders of sources and results. */
  private static final int DEEPEST = 5;

  private ModulesWithSdk() {}

  /** Returns their artifact ids. */
  static Set<String> of(Path root) {
    Map<String, Set<String>> needs = new HashMap<>();
    Set<String> with = new HashSet<>();
    try (Stream<Path> files = Files.walk(root, DEEPEST)) {
      files
          .filter(file -> file.endsWith("pom.xml") && Files.isRegularFile(file))
          .flatMap(file -> XmlElement.of(WholeFile.text(file)).stream())
          .forEach(project -> {
            String artifact = project.value("artifactId");
            project.at("dependencies").stream()
                .flatMap(each -> each.all("dependency").stream())
                .filter(each -> Set.of("", "compile", "runtime").contains(each.value("scope")))
                .forEach(each -> {
                  if (each.value("groupId").equals(SDK)) {
                    with.add(artifact);
                  }
                  needs
                      .computeIfAbsent(artifact, _ -> new HashSet<>())
                      .add(each.value("artifactId"));
                });
          });
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + root, e);
    }
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Map.Entry<String, Set<String>> each : needs.entrySet()) {
        grows |= each.getValue().stream().anyMatch(with::contains) && with.add(each.getKey());
      }
    }
    return with;
  }
}
