package thaw.function.template.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.packaging.CodeLocation;

/** Finds the folders with a template below one that has none, as the root of a repository. */
public final class TemplatesBelow {
  private static final int MOST = 200;
  private static final Set<String> NO_SOURCES = Set.of("target", "build", "node_modules", "src");

  private TemplatesBelow() {}

  /** Returns folders with a template, children of this one first. */
  public static List<Path> of(Path folder) {
    List<Path> children = folders(folder);
    return Stream.concat(
            children.stream(), children.stream().flatMap(child -> folders(child).stream()))
        .filter(each -> ApplicationReader.hasTemplate(each) && !isOutputOfAnother(each))
        .limit(MOST)
        .toList();
  }

  /** What {@code cdk synth} has written is a part of the application above. */
  private static boolean isOutputOfAnother(Path folder) {
    return CodeLocation.isCdkOutput(folder) && ApplicationReader.hasTemplate(folder.resolve(".."));
  }

  /** Returns the folders in one, without those of sources and of what builds write. */
  static List<Path> folders(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isDirectory)
          .filter(each -> !NO_SOURCES.contains(each.getFileName().toString()))
          .filter(each -> !each.getFileName().toString().startsWith("."))
          .sorted()
          .limit(MOST)
          .toList();
    } catch (IOException e) {
      return List.of(); // one that cannot be listed has nothing to show
    }
  }
}
