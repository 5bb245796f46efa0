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
import thaw.explanation.FixHtml;
import thaw.explanation.FixHtml.Command;
import thaw.explanation.FixSubject;
import thaw.fix.FixResult;
import thaw.function.FunctionDefinition;
import thaw.presentation.text.Text;
import thaw.remedy.OtherStarts;

/**
 * {@code fix.html} of a result's folder, once all else is in it.
 *
 * @param source how the command named it
 * @param hasTemplate whether it has a template in which a patch can change the function's settings
 * @param named how the command named source, function and settings
 * @param invoked likewise, event and data
 * @param again the search
 */
public record FixPage(
    Path folder,
    String source,
    boolean hasTemplate,
    String named,
    String invoked,
    FixSubject.Again again) {
  public static final String NAME = "fix.html";

  /** The oldest JDK of packages. */
  private static final int PACKAGED_JDK = 25;

  /**
   * Returns the commands that put the result to use.
   *
   * @param jdkFeature that was measured on
   * @param runtimeJdk that of the function's runtime, where it is one with Java
   */
  FixSubject.Commands putToUse(
      int jdkFeature, FunctionDefinition function, Optional<Integer> runtimeJdk) {
    String packaged =
        "thaw package " + (jdkFeature < PACKAGED_JDK ? onPackagedJdk() : named) + " --fix " + out();
    String image = packaged + " --to image";
    return new FixSubject.Commands(
        again,
        "thaw fix " + named + " --out " + out() + " --apply",
        "thaw package " + named + " --fix " + out() + " --to managed",
        function.snapStart() ? image : packaged + " --to provided",
        image,
        packaged + " --compare",
        Optional.empty(),
        runtimeJdk.filter(jdk -> OtherStarts.canHaveSnapStart(function, jdk)).map(_ -> snapStart()),
        "thaw bench " + named + invoked + " --as lambda",
        snapStart() + " --as lambda",
        hasTemplate);
  }

  private String snapStart() {
    return "thaw snapstart " + ofRuntimesJdk().replace(" --runtime thaw", "") + invoked;
  }

  /** A package has AOT caches, which older JDKs do not know. */
  private String onPackagedJdk() {
    return ofRuntimesJdk() + " --jdk " + PACKAGED_JDK;
  }

  private String ofRuntimesJdk() {
    return named.replaceFirst(" --jdk ('[^']*'|\\S)+", "");
  }

  private String out() {
    return Text.quoted(folder.toString());
  }

  void write(
      FixSubject subject,
      FixResult result,
      Optional<Explanation> before,
      Optional<Explanation> deployed,
      Optional<Explanation> after,
      List<String> notes) {
    FixHtml.write(
        new FixHtml.Page(
            subject,
            result,
            before,
            deployed,
            after,
            new FixHtml.Apply(commands(subject, result), notes, patch())),
        folder.resolve(NAME));
  }

  private List<Command> commands(FixSubject subject, FixResult result) {
    List<Command> commands = new ArrayList<>();
    if (has(FixFolder.PATCH)) {
      commands.add(
          new Command(
              subject.commands().patched(),
              "changes the work tree, which must be clean; --undo takes it back"));
      commands.add(
          new Command(
              "git apply "
                  + Text.quoted(
                      folder.resolve(FixFolder.PATCH).toAbsolutePath().normalize().toString()),
              "the same by hand, at the top of the repository; below each line that begins with"
                  + " Step are the hunks of one step, which can be taken alone unless it says what it"
                  + " needs"));
    }
    subject
        .commands()
        .zip(result)
        .ifPresent(why ->
            commands.add(
                new Command(
                    subject.commands().managed(),
                    "makes a zip and a template for the managed runtime with all that is deployed as"
                        + " before: "
                        + why
                        + "; the project's own files stay as they are")));
    if (result.needsPackage()) {
      commands.add(
          new Command(
              subject.commands().packaged(),
              "makes a package with all that was kept, its own JVM and its own AOT cache"));
    }
    if (has(FixFolder.ARCHIVE)) {
      commands.add(
          new Command(
              "less "
                  + Text.quoted(folder.resolve(FixFolder.ARCHIVE).resolve("README.txt").toString()),
              "how the class archive beside it is deployed by hand, and made again"));
    }
    if (has(FixFolder.LIBRARIES)) {
      commands.add(
          new Command(
              Text.quoted(folder.resolve(FixFolder.LIBRARIES).resolve("repack.sh").toString())
                  + " FOLDER",
              "stores the jars of a folder as those beside it are, for a build of yours: thaw package"
                  + " does it by itself"));
    }
    Path client = folder.resolve(FixFolder.CLIENT).resolve("README.txt");
    if (Files.exists(client)) {
      commands.add(
          new Command(
              "less " + Text.quoted(client.toString()), "how Thaw's runtime client is deployed"));
    }
    commands.add(
        new Command(
            "thaw bench " + source + " --with " + out(),
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
