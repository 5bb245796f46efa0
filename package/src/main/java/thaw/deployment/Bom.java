package thaw.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.cyclonedx.Version;
import org.cyclonedx.exception.GeneratorException;
import org.cyclonedx.generators.BomGeneratorFactory;
import org.cyclonedx.model.Component;
import org.cyclonedx.model.Hash;
import thaw.function.packaging.Sha256;

/**
 * The software bill of materials of a package, in CycloneDX's JSON, without time or serial number.
 */
public final class Bom {
  public static final String NAME = "sbom.cdx.json";

  /** AWS's client of the Runtime API, as Maven knows it. */
  public static final String RUNTIME_CLIENT = "aws-lambda-java-runtime-interface-client";

  private static final Pattern FILE = Pattern.compile("(.+?)-(\\d[\\w.+-]*)\\.jar");

  private Bom() {}

  /**
   * @param jvm its vendor
   * @param version of the JVM
   * @param jars by the names that they have in the package
   */
  public static void write(String jvm, String version, Map<String, Path> jars, Path target)
      throws IOException {
    org.cyclonedx.model.Bom bom = new org.cyclonedx.model.Bom();
    Component runtime = component(Component.Type.PLATFORM, jvm, version);
    bom.addComponent(runtime);
    for (Map.Entry<String, Path> jar : jars.entrySet()) {
      for (Component each : components(jar.getKey(), jar.getValue())) {
        bom.addComponent(each);
      }
    }
    try {
      Files.writeString(
          target, BomGeneratorFactory.createJson(Version.VERSION_16, bom).toJsonString() + "\n");
    } catch (GeneratorException e) {
      throw new IOException("no bill of materials: " + e.getMessage(), e);
    }
  }

  /** Returns the version of an artifact that is in one of the jars, if Maven has left a trace. */
  public static Optional<String> version(String artifact, Collection<Path> jars)
      throws IOException {
    for (Path jar : jars) {
      for (Properties maven : traces(jar)) {
        if (artifact.equals(maven.getProperty("artifactId"))) {
          return Optional.ofNullable(maven.getProperty("version"));
        }
      }
    }
    return Optional.empty();
  }

  private static List<Properties> traces(Path jar) throws IOException {
    List<Properties> traces = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<? extends ZipEntry> entries =
          zip.stream()
              .filter(entry -> entry.getName().matches("META-INF/maven/.+/pom\\.properties"))
              .toList();
      for (ZipEntry entry : entries) {
        Properties maven = new Properties();
        try (InputStream in = zip.getInputStream(entry)) {
          maven.load(in);
        }
        traces.add(maven);
      }
    }
    return traces;
  }

  /** Those that Maven has left a trace of: several in a merged jar; else what the name says. */
  private static List<Component> components(String name, Path jar) throws IOException {
    List<Component> found = new ArrayList<>();
    for (Properties maven : traces(jar)) {
      String group = maven.getProperty("groupId", "");
      String artifact = maven.getProperty("artifactId", "");
      String version = maven.getProperty("version", "");
      if (!artifact.isEmpty()) {
        Component component = component(Component.Type.LIBRARY, artifact, version);
        component.setGroup(group);
        component.setPurl("pkg:maven/%s/%s@%s".formatted(group, artifact, version));
        found.add(component);
      }
    }
    if (found.isEmpty()) {
      Matcher matcher = FILE.matcher(name.substring(name.lastIndexOf('/') + 1));
      found.add(
          matcher.matches()
              ? component(Component.Type.LIBRARY, matcher.group(1), matcher.group(2))
              : component(Component.Type.FILE, name, ""));
    }
    String sha256 = Sha256.of(jar).hex();
    found.forEach(each -> each.addHash(new Hash(Hash.Algorithm.SHA_256, sha256)));
    return found;
  }

  private static Component component(Component.Type type, String name, String version) {
    Component component = new Component();
    component.setType(type);
    component.setName(name);
    component.setVersion(version);
    return component;
  }
}
