package thaw.app.running;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.problem.UserMistake;

/**
 * Chooses one of the running platforms.
 *
 * @param port of its Lambda API; absent for the only one, or the one that runs this folder
 */
public record RunChoice(Optional<Integer> port) {
  /** The one with the port, the only one, or the one that runs the folder in which we are. */
  public RunFile one(Path cache) {
    return chosen(matching(cache), Path.of("").toAbsolutePath());
  }

  /**
   * @param running at least one
   * @param here where the user is: in what is run, or below it
   */
  static RunFile chosen(List<RunFile> running, Path here) {
    if (running.size() == 1) {
      return running.getFirst();
    }
    Map<Path, List<RunFile>> byFolder =
        running.stream().collect(Collectors.groupingBy(RunFile::folder));
    for (Path folder = here; folder != null; folder = folder.getParent()) {
      List<RunFile> ofFolder = byFolder.getOrDefault(folder, List.of());
      if (ofFolder.size() == 1) {
        return ofFolder.getFirst();
      }
    }
    throw new UserMistake(
        running.size() + " thaw run are running",
        "choose with --port: "
            + running.stream()
                .map(run -> run.url() + " (" + run.source() + ")")
                .collect(Collectors.joining(", ")));
  }

  /** Returns the runs that match, of which there is at least one. */
  public List<RunFile> matching(Path cache) {
    List<RunFile> all = RunFile.all(cache);
    if (all.isEmpty()) {
      throw new UserMistake("no thaw run is running", "start one: thaw run FOLDER");
    }
    List<RunFile> matching =
        all.stream().filter(run -> port.isEmpty() || run.url().endsWith(":" + port.get())).toList();
    if (matching.isEmpty()) {
      throw new UserMistake(
          "no thaw run listens on port " + port.orElseThrow(),
          "use one of: " + String.join(", ", all.stream().map(RunFile::url).toList()));
    }
    return matching;
  }
}
