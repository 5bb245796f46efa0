package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.explanation.fix.FixHtml;
import thaw.explanation.fix.FixHtml.Command;
import thaw.fix.FixResult;

/**
 * {@code fix.html} of a result's folder, once all else is in it.
 *
 * @param source how the command named it
 * @param named how the command named source, function and settings
 * @param function its logical id
 */
public record FixPage(Path folder, String source, String named, String function) {
  public static final String NAME = "fix.html";

  void write(
      FixResult result,
      Optional<Explanation> before,
      Optional<Explanation> after,
      List<String> notes) {
    FixHtml.write(
        new FixHtml.Page(
            function, result, before, after, new FixHtml.Apply(commands(), notes, patch())),
        folder.resolve(NAME));
  }

  private List<Command> commands() {
    String fix = "thaw fix " + named + " --out " + folder;
    List<Command> commands = new ArrayList<>();
    commands.add(
        new Command(
            fix + " --apply", "changes the work tree, which must be clean; --undo takes it back"));
    if (has(FixFolder.PATCH)) {
      commands.add(
          new Command(
              "git apply " + folder.resolve(FixFolder.PATCH),
              "the same by hand, at the top of the repository; below each line that begins with"
                  + " Step are the hunks of one step, which can be taken alone"));
    }
    if (has(FixFolder.ARCHIVE)) {
      commands.add(
          new Command(
              "less " + folder.resolve(FixFolder.ARCHIVE).resolve("README.txt"),
              "how the class archive beside it is deployed, and made again"));
    }
    if (has(FixFolder.LIBRARIES)) {
      commands.add(
          new Command(
              folder.resolve(FixFolder.LIBRARIES).resolve("repack.sh") + " FOLDER",
              "stores the jars of a folder as those beside it are"));
    }
    Path client = folder.resolve(FixFolder.CLIENT).resolve("README.txt");
    if (Files.exists(client)) {
      commands.add(new Command("less " + client, "how Thaw's runtime client is deployed"));
    }
    commands.add(
        new Command(
            "thaw bench " + source + " --with " + folder,
            "measures it again, against the function as it is"));
    return commands;
  }

  private boolean has(String name) {
    return Files.exists(folder.resolve(name));
  }

  private String patch() {
    Path patch = folder.resolve(FixFolder.PATCH);
    try {
      return Files.exists(patch) ? Files.readString(patch, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + patch, e);
    }
  }
}
