package thaw.environment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the host has what a function's processes see.
 *
 * @param folders on the host, by path in the box
 */
public record BoxPaths(Map<Path, Path> folders) {
  public BoxPaths {
    folders = Map.copyOf(folders);
  }

  /** Of an environment's JDK, runtime client, code and layers. */
  public static BoxPaths of(EnvironmentSpec spec) {
    Map<Path, Path> folders = new LinkedHashMap<>();
    folders.put(BoxLayout.TASK, spec.code().root());
    spec.layers().ifPresent(layers -> folders.put(BoxLayout.OPT, layers.root()));
    if (spec.program() instanceof RuntimeProgram.Java java) {
      folders.put(BoxLayout.LANG, java.jdk().home());
      folders.put(BoxLayout.RUNTIME, java.client().root());
    }
    return new BoxPaths(folders);
  }

  /** The host's path of a file in the box; the same path where it is not one of the folders'. */
  public Path onHost(Path inBox) {
    for (Map.Entry<Path, Path> folder : folders.entrySet()) {
      if (inBox.startsWith(folder.getKey())) {
        return folder.getValue().resolve(folder.getKey().relativize(inBox));
      }
    }
    return inBox;
  }
}
