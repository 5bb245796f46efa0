package thaw.cli;

import picocli.CommandLine.Option;
import thaw.app.choice.PageCacheChoice;

/**
 * The option that chooses where environments read their files from. All commands that start
 * environments have it.
 */
final class PageCacheOption {
  @Option(
      names = "--page-cache",
      paramLabel = "warm|lambda",
      description =
          "Where code, runtime client and JDK come from: this machine's page cache, or, as on"
              + " Lambda, storage that each environment reads anew. Default: warm.")
  private PageCacheChoice pageCache = PageCacheChoice.WARM;

  PageCacheChoice choice() {
    return pageCache;
  }
}
