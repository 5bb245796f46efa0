package thaw.maven;

import java.util.List;
import java.util.Properties;
import org.apache.maven.artifact.versioning.ComparableVersion;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import thaw.program.ThawException;

/**
 * Whether the plug-ins that run the module's tests find those with thaw-junit. Surefire before
 * 2.22.0 knows nothing of JUnit 5: it finds no test, and the build goes on.
 */
final class TestRunners {
  private static final ComparableVersion OLDEST = new ComparableVersion("2.22.0");
  private static final String OFFERED = "3.6.1";
  private static final List<String> PLUGINS =
      List.of("maven-surefire-plugin", "maven-failsafe-plugin");

  private TestRunners() {}

  /**
   * @throws ThawException if one of them is too old
   */
  static void check(MavenProject project, MavenSession session) {
    if (!usesThawJunit(project) || skipsTests(project, session)) {
      return;
    }
    for (String name : PLUGINS) {
      Plugin plugin = project.getPlugin("org.apache.maven.plugins:" + name);
      if (plugin != null && plugin.getVersion() != null && isTooOld(plugin.getVersion())) {
        throw new ThawException(
            "%s %s, which this build uses, finds no test of JUnit 5 or later: those that use"
                    .formatted(name, plugin.getVersion())
                + " thaw-junit would not run, and the build would go on without them",
            """
            add this to <plugins> in the <build> of %s; any version from %s on finds them:
            <plugin>
              <artifactId>%s</artifactId>
              <version>%s</version>
            </plugin>\
            """
                .formatted(project.getFile(), OLDEST, name, OFFERED));
      }
    }
  }

  static boolean isTooOld(String version) {
    return new ComparableVersion(version).compareTo(OLDEST) < 0;
  }

  private static boolean usesThawJunit(MavenProject project) {
    return project.getDependencies().stream()
        .anyMatch(each ->
            each.getGroupId().equals("dev.thaw") && each.getArtifactId().equals("thaw-junit"));
  }

  private static boolean skipsTests(MavenProject project, MavenSession session) {
    return List.of("skipTests", "maven.test.skip").stream()
        .anyMatch(
            each -> isOn(session.getUserProperties(), each) || isOn(project.getProperties(), each));
  }

  /** As Maven reads a switch: its name alone means yes. */
  private static boolean isOn(Properties properties, String name) {
    String value = properties.getProperty(name);
    return value != null && (value.isEmpty() || value.equals("true"));
  }
}
