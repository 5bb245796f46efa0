package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import thaw.app.build.BuildProject;
import thaw.app.build.ProjectCopy;
import thaw.app.build.StoredJars;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.explanation.FixJson;
import thaw.explanation.FixSubject;
import thaw.explanation.FixTerminal;
import thaw.files.Trees;
import thaw.fix.FixResult;
import thaw.function.FunctionDefinition;
import thaw.function.template.TemplateFile;
import thaw.presentation.text.AtomicFile;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.sandbox.kernel.Tool;

/** The folder of a result: the figures, the patch, and what is no change of a file. */
public final class FixFolder {
  static final String PATCH = "thaw-fix.patch";

  /** Somebody may say {@code --out .}: a project may have a README.txt of its own. */
  static final String README = "thaw-fix-README.txt";

  /** No names that a project's own folders have: somebody may say {@code --out .}. */
  static final String ARCHIVE = "thaw-archive";

  static final String LIBRARIES = "thaw-lib";

  /** Stores jars as {@link StoredJars} does, where there is a JDK. */
  public static final String REPACK =
      """
      #!/bin/sh
      # Stores the jars of the folder that is given without compression; manifests and signatures stay as they are.
      set -e
      folder=$(cd "${1:?usage: repack.sh FOLDER}" && pwd)
      for jar in "$folder"/*.jar; do
        work=$(mktemp -d)
        (cd "$work" && jar --extract --file "$jar")
        jar --create --no-compress --no-manifest --file "$jar" -C "$work" .
        rm -rf "$work"
      done
      """;

  static final String CLIENT = "thaw-client";
  private static final String CLIENT_NOTE =
      "Thaw's runtime client is deployed as " + CLIENT + "/README.txt says";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path folder;
  private final ProjectCopy copy;
  private final Path template;
  private final FunctionDefinition function;
  private final Path prefix;

  /**
   * @param template relative to the project
   * @param function as the template has it
   * @param prefix of the project in its git repository, or empty
   */
  FixFolder(
      Path folder, ProjectCopy copy, Path template, FunctionDefinition function, Path prefix) {
    this.folder = folder;
    this.copy = copy;
    this.template = template;
    this.function = function;
    this.prefix = prefix;
  }

  /** Returns whether a patch can change the function's settings. */
  boolean hasSettings() {
    return copy.isText(template)
        && TemplateFile.withProperty(
                copy.original(template), function.logicalId(), "AnyNewProperty", "1")
            .isPresent();
  }

  /** Returns the result that is there. */
  FixFormer former() {
    return new FixFormer(folder);
  }

  /**
   * Returns what is said when somebody ends the search: whether the folder has a result already.
   */
  String words() {
    return Files.exists(folder.resolve("fix.json"))
        ? "interrupted: the best proven set so far is in "
            + folder
            + "; run the same command to continue"
        : "interrupted: no step has been kept yet; run the same command to continue";
  }

  /**
   * Writes the result, and returns notes on changes that cannot be written into the template.
   *
   * @param others a sentence on the other functions that a change reaches
   */
  List<String> write(
      FixSubject subject,
      FixResult result,
      EnvironmentSpec spec,
      Function<Remedy, Optional<String>> others) {
    try {
      Files.createDirectories(folder);
      FixJson.write(subject, result, folder.resolve("fix.json"));
      AtomicFile.write(folder.resolve(README), readme(subject, result));
      List<String> notes = patch(result, others);
      Trees.delete(folder.resolve(ARCHIVE));
      if (result.kept().isArchived()) {
        archive(spec, subject.commands().packaged());
      }
      Trees.delete(folder.resolve(LIBRARIES));
      if (result.kept().hasStoredJars()) {
        libraries(spec);
      }
      Trees.delete(folder.resolve(CLIENT));
      if (result.kept().has(Change.RuntimeClient.class)) {
        ClientFolder.write(folder.resolve(CLIENT), (RuntimeProgram.Java) spec.program());
      }
      return notes;
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to " + folder + ": " + e, e);
    }
  }

  static String readme(FixSubject subject, FixResult result) {
    return """
    A result of thaw fix: fix.html shows it, fix.json has it as data.

    %s\
    %s
    %s
    %s\
    """
        .formatted(
            FixTerminal.wayOn(subject, result) + "\n" + FixTerminal.standing(subject, result),
            subject.measuredEvent(),
            FixTerminal.ofThisMachine(subject, result),
            result.gains()
                ? "How each kept step is applied is in fix.html, below \"How to apply it\".\n"
                : "");
  }

  /**
   * One group of hunks a step, one after the other: git takes them in this order. What gains only
   * in a package with its own JVM is in none.
   */
  List<String> patch(FixResult result, Function<Remedy, Optional<String>> others)
      throws IOException {
    List<String> notes = new ArrayList<>();
    StringBuilder patch = new StringBuilder();
    Changed before = new Changed(Draft.UNCHANGED, Map.of(), List.of());
    int number = 0;
    for (Remedy remedy : result.kept().remedies()) {
      if (result.needsPackage(remedy)) {
        notes.addAll(inPackage(remedy, result));
        continue;
      }
      Changed after = changed(before, remedy);
      notes.addAll(after.notes());
      if (!after.texts().equals(before.texts())) {
        number++;
        patch.append("Step ").append(remedy.id()).append(": ").append(remedy.what()).append("\n");
        if (!new Draft(List.of(remedy)).fits(copy::original)) {
          patch.append("It changes lines of the steps before it, and needs them.\n");
        }
        Optional<String> used = others.apply(remedy);
        used.ifPresent(words -> patch.append(words).append("\n"));
        used.ifPresent(notes::add);
        patch.append("\n");
        for (Map.Entry<Path, String> each : after.texts().entrySet()) {
          String old = before.texts().getOrDefault(each.getKey(), copy.original(each.getKey()));
          if (!old.equals(each.getValue())) {
            patch.append(difference(each.getKey(), old, each.getValue(), number));
          }
        }
      }
      before = after;
    }
    Path file = folder.resolve(PATCH);
    if (patch.isEmpty()) {
      Files.deleteIfExists(file);
    } else {
      Files.writeString(file, patch, StandardCharsets.UTF_8);
    }
    return notes;
  }

  /** Returns what is to be said of a step that only {@code thaw package --fix} brings. */
  private static List<String> inPackage(Remedy remedy, FixResult result) {
    return switch (remedy.change()) {
      case Change.JvmOptions(List<String> options, _) ->
          List.of(
              remedy.id()
                  + " is in the package only, thaw package sets it: "
                  + String.join(" ", options));
      case Change.RuntimeClient() -> List.of(CLIENT_NOTE);
      case Change.Sources _,
          Change.Memory _,
          Change.SnapStart _,
          Change.Runtime _,
          Change.Variables _ ->
          List.of(
              remedy.id()
                  + " is in no patch: "
                  + (result.deployed().filter(each -> each.gain().isPresent()).isPresent()
                      ? "the last run has not proven what the steps gain as it is deployed"
                      : "without the package no gain of it was proven"));
      case Change.Archive(), Change.StoredJars() -> List.of();
    };
  }

  /**
   * The project with a draft.
   *
   * @param texts of the changed files, the template among them
   * @param notes on settings of the last remedy for which the template leaves no place
   */
  private record Changed(Draft draft, Map<Path, String> texts, List<String> notes) {}

  /** Its files are those that were built, and its settings those of the starts. */
  private Changed changed(Changed before, Remedy remedy) {
    Draft draft = before.draft().with(remedy);
    Map<Path, String> texts = new TreeMap<>(draft.texts(copy::original));
    List<String> notes = new ArrayList<>();
    if (remedy.change() instanceof Change.RuntimeClient) {
      notes.add(CLIENT_NOTE);
    }
    boolean hasTemplate = copy.isText(template);
    Optional<String> text =
        hasTemplate
            ? Optional.of(before.texts().getOrDefault(template, copy.original(template)))
            : Optional.empty();
    for (SettingEdit edit :
        SettingEdit.between(before.draft().on(function), draft.on(function), hasTemplate)) {
      Optional<String> changed = text.flatMap(edit.in());
      if (changed.isPresent()) {
        text = changed;
      } else {
        notes.add(edit.byHand());
      }
    }
    text.filter(each -> !each.equals(copy.original(template)))
        .ifPresent(each -> texts.put(template, each));
    return new Changed(draft, texts, notes);
  }

  /** Every byte counts in it, also a blank line or a return at its end: git writes it to a file. */
  private String difference(Path file, String before, String after, int number) throws IOException {
    Path work = copy.beside("patch-" + number);
    Path made = work.resolve("made.patch");
    Path named = prefix.resolve(file);
    for (Map.Entry<String, String> side : Map.of("a", before, "b", after).entrySet()) {
      Path written = work.resolve(side.getKey()).resolve(named);
      Files.createDirectories(written.getParent());
      if (!side.getValue().isEmpty()) {
        Files.writeString(written, side.getValue(), StandardCharsets.UTF_8);
      }
    }
    Tool git =
        Tool.run(
            List.of(
                "git",
                "-C",
                work.toString(),
                "-c",
                "core.quotepath=off",
                "-c",
                "core.autocrlf=false", // lines end as they do in the files
                "-c",
                "core.safecrlf=false",
                "-c",
                "core.attributesFile=/dev/null",
                "diff",
                "--no-index",
                "--no-prefix",
                "--no-ext-diff",
                "--no-textconv",
                "--no-color",
                "--no-renames",
                "--output=" + made,
                before.isEmpty() ? "/dev/null" : "a/" + named, // git's word for a new file
                "b/" + named),
            PATIENCE);
    if (git.exitCode() != 1) { // 1: there are differences
      throw new IOException("git diff: " + git.output());
    }
    String text = Files.readString(made, StandardCharsets.UTF_8);
    Trees.delete(work);
    return before.isEmpty()
        ? text.replaceFirst("^diff --git b/", "diff --git a/") // as git itself names a new file
        : text;
  }

  private void archive(EnvironmentSpec spec, String command) throws IOException {
    RuntimeProgram.Java java = (RuntimeProgram.Java) spec.program();
    RuntimeProgram.ClassArchive archive = java.archive().orElseThrow();
    Path target = Files.createDirectories(folder.resolve(ARCHIVE));
    for (String name : List.of(archive.format().fileName(), "classes.jar")) {
      Files.copy(
          archive.folder().resolve(name),
          target.resolve(name),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.writeString(
        target.resolve("README.txt"),
        ArchiveText.of(function.logicalId(), command, java, archive, jars(spec)));
  }

  private void libraries(EnvironmentSpec spec) throws IOException {
    Path target = Files.createDirectories(folder.resolve(LIBRARIES));
    for (Path jar : jars(spec)) {
      Files.copy(jar, target.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
    Files.writeString(target.resolve("repack.sh"), REPACK);
  }

  private static List<Path> jars(EnvironmentSpec spec) throws IOException {
    return BuildProject.jars(spec.code().root().resolve("lib"));
  }
}
