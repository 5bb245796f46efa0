package thaw.app.build;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.packaging.BuildFiles;

/** Folders that tools and Thaw write into a project, or that no build of it reads. */
public final class WrittenFolders {
  private static final Set<String> NAMES =
      Set.of(
          ".git",
          "node_modules",
          ".aws-sam",
          "cdk.out",
          ".thaw",
          "thaw-fix",
          "thaw-results",
          "thaw-why",
          "thaw-load",
          "thaw-lab",
          "thaw-escape");

  /** The files that mark a folder of Thaw's, whatever its name is: {@code --out DIR}. */
  private static final List<List<String>> MARKS =
      List.of(
          List.of("thaw-state"),
          List.of("fix.json", "kept.json"),
          List.of("why.json", "why.html"),
          List.of("results.jsonl", "summary.json"),
          List.of("manifest.json", "sbom.cdx.json"));

  private WrittenFolders() {}

  /** Returns whether a file or folder is none of a project's own. */
  public static boolean isWritten(Path path) {
    return NAMES.contains(String.valueOf(path.getFileName()))
        || (!path.toString().matches(".*/src/(main|test)/.*") // data of its own
            && MARKS.stream().anyMatch(each -> each.stream().allMatch(name -> has(path, name)))
            && Stream.concat(BuildFiles.OF_MODULES.stream(), Stream.of("src"))
                .noneMatch(name -> has(path, name))); // somebody may say --out .
  }

  private static boolean has(Path folder, String name) {
    return Files.exists(folder.resolve(name));
  }
}
