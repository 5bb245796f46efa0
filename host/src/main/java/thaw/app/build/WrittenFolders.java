package thaw.app.build;

import java.util.Set;

/** Folders that tools and Thaw write into a project, or that no build of it reads. */
public final class WrittenFolders {
  public static final Set<String> NAMES =
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

  private WrittenFolders() {}
}
