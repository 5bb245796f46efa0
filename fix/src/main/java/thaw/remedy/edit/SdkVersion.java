package thaw.remedy.edit;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.files.WholeFile;
import thaw.function.packaging.BuildFiles;

/**
 * The version of the AWS SDK 2 in a module's package, and its own build file's bom that says it.
 */
public final class SdkVersion {
  private static final Pattern CORE = Pattern.compile("sdk-core-(\\d+)\\.(\\d+)\\..*\\.jar");
  private static final String BOM = "software.amazon.awssdk:bom:";

  /** A literal version in a build file of Gradle. */
  private static final Pattern IN_GRADLE =
      Pattern.compile("software\\.amazon\\.awssdk:bom:(2\\.\\d+\\.\\d+)[\"']");

  private SdkVersion() {}

  /** Returns whether the package has a version of the SDK 2 from a minor version on. */
  public static boolean isAtLeast(List<Path> libraries, int minor) {
    return libraries.stream()
        .map(jar -> CORE.matcher(jar.getFileName().toString()))
        .filter(Matcher::matches)
        .anyMatch(found -> found.group(1).equals("2") && Integer.parseInt(found.group(2)) >= minor);
  }

  /** Returns the edits that give the module's own bom another version; none without such a bom. */
  public static Optional<List<TextEdit>> raised(Path root, Path module, String version) {
    return BuildFiles.ofModule(module)
        .flatMap(file -> {
          String text = WholeFile.text(file);
          return place(file, text)
              .map(at -> {
                FileRewrite rewrite = new FileRewrite(root.relativize(file), text);
                rewrite.replace(at[0], at[1], version);
                return rewrite.edits();
              });
        });
  }

  private static Optional<int[]> place(Path file, String text) {
    if (!file.endsWith("pom.xml")) {
      Matcher found = IN_GRADLE.matcher(text);
      return found.find() && text.indexOf(BOM) == text.lastIndexOf(BOM)
          ? Optional.of(new int[] {found.start(1), found.end(1)})
          : Optional.empty();
    }
    return XmlElement.of(text)
        .flatMap(project ->
            project.at("dependencyManagement", "dependencies").stream()
                .flatMap(each -> each.all("dependency").stream())
                .filter(each ->
                    each.value("groupId").equals("software.amazon.awssdk")
                        && each.value("artifactId").equals("bom"))
                .findFirst()
                .flatMap(bom -> bom.at("version"))
                .flatMap(given -> literal(project, given)))
        .filter(each -> each.text().matches("2\\.\\d+\\.\\d+"))
        .map(each -> new int[] {each.open(), each.close()});
  }

  /** Returns the element that holds a version: it, or the property that it names. */
  private static Optional<XmlElement> literal(XmlElement project, XmlElement given) {
    String text = given.text();
    return text.startsWith("${") && text.endsWith("}")
        ? project.at("properties", text.substring(2, text.length() - 1))
        : Optional.of(given);
  }
}
