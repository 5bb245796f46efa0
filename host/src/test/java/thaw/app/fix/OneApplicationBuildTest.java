package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.build.FunctionProject;
import thaw.app.build.ProjectCopy;
import thaw.app.build.TestedBuild;
import thaw.app.shared.Folders;
import thaw.app.shared.Progress;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CdkOrigins;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.recording.PrimingList;
import thaw.remedy.Draft;
import thaw.remedy.Explanations;
import thaw.remedy.Family;
import thaw.remedy.Remedy;
import thaw.remedy.RequestPriming;
import thaw.remedy.WhyNot;

/**
 * The same as {@link OneApplicationTest} with real libraries: each family that changes files is
 * built by Maven in a copy of a sample that it is for, and a clean clone with the patch has the
 * bytes that were built.
 */
@Thorough("Maven builds a sample for each family; OneApplicationTest compares the same with stubs")
@SideBySide
class OneApplicationBuildTest {
  private static final Path SAMPLES = Path.of("..", "functions").toAbsolutePath().normalize();

  /** The functions of samples, by their folders. */
  private static final Map<String, List<String>> FUNCTIONS =
      Map.of(
          "petstore", List.of("GuiceLazy", "SdkV1Client"),
          "product", List.of("ApacheSync"),
          "frameworks", List.of("SpringBoot"));

  @TempDir Path folder;
  private final Set<Family> built = EnumSet.noneOf(Family.class);

  @Test
  void what_maven_has_built_is_in_the_patch_for_every_family_that_changes_files() throws Exception {
    for (Map.Entry<String, List<String>> sample : FUNCTIONS.entrySet()) {
      Path repository = Files.createDirectories(folder.resolve("of " + sample.getKey()));
      Path project = repository.resolve(sample.getKey());
      try (ProjectCopy source =
          ProjectCopy.of(SAMPLES.resolve(sample.getKey()), folder.resolve("none"))) {
        ProjectCopy.copyInto(source.root(), repository);
      }
      FixPatchTest.git(repository, "init", "-q");
      FixPatchTest.git(repository, "add", "-A");
      FixPatchTest.git(repository, "commit", "-qm", "first");
      try (ProjectCopy copy = ProjectCopy.of(project, folder.resolve("out"))) {
        for (Made made : made(copy, sample.getValue())) {
          compare(repository, copy, made);
        }
      }
    }
    assertEquals(
        Stream.of(Family.values())
            .filter(Family::editsModule)
            .filter(family -> !family.editsDatabaseUse()) // no sample has all of these settings
            .collect(Collectors.toSet()),
        built);
  }

  /** What is built at once: remedies of one function that do not change the same lines. */
  private record Made(FunctionDefinition function, FunctionProject module, Draft draft) {}

  /** The first remedy of each family that was not built before. */
  private List<Made> made(ProjectCopy copy, List<String> names) throws Exception {
    Application application = ApplicationReader.read(copy.root(), ReadOptions.defaults());
    List<Made> all = new ArrayList<>();
    Map<Path, CodeSource.Built> unchanged = new HashMap<>();
    for (String name : names) {
      FunctionDefinition function =
          application.functions().stream()
              .filter(each -> each.logicalId().equals(name))
              .findFirst()
              .orElseThrow();
      FunctionProject module = FunctionProject.of(function).orElseThrow();
      if (!unchanged.containsKey(module.path())) {
        unchanged.put(module.path(), passed(module).build().compiled());
      }
      List<Remedy> left =
          offered(copy, application, function, module, unchanged.get(module.path())).stream()
              .filter(remedy -> built.add(Family.of(remedy.id()).orElseThrow()))
              .collect(Collectors.toCollection(ArrayList::new));
      while (!left.isEmpty()) {
        Draft draft = Draft.UNCHANGED;
        for (Remedy remedy : left) {
          Draft further = draft.with(remedy);
          draft = fits(further, copy) ? further : draft;
        }
        assertTrue(left.removeAll(draft.remedies()), () -> "cannot be made: " + left);
        all.add(new Made(function, module, draft));
      }
    }
    return all;
  }

  private List<Remedy> offered(
      ProjectCopy copy,
      Application application,
      FunctionDefinition function,
      FunctionProject module,
      CodeSource.Built unchanged) {
    return new FixEdits(
            copy,
            module,
            function,
            FunctionsOfModule.of(application, function, new CdkOrigins()),
            new SdkRecipes(Folders.cache(System.getenv()), Progress.SILENT),
            Progress.SILENT)
        .of(
            Draft.UNCHANGED,
            unchanged,
            unchanged,
            OneApplicationTest.explanation(),
            List.of(new RequestPriming.Request(Explanations.EMPTY, OneApplicationTest.EVENT)),
            Optional.of(
                new PrimingList(List.of(new PrimingList.PrimedClass("java.util.Currency", false)))),
            new WhyNot());
  }

  private static boolean fits(Draft draft, ProjectCopy copy) {
    try {
      draft.texts(copy::original);
      return true;
    } catch (IllegalStateException e) { // edits of the same lines
      return false;
    }
  }

  private TestedBuild.Result.Passed passed(FunctionProject module) throws Exception {
    TestedBuild.Result result = TestedBuild.of(module).run(folder.resolve("log"));
    return assertInstanceOf(TestedBuild.Result.Passed.class, result, result::toString);
  }

  private void compare(Path repository, ProjectCopy copy, Made made) throws Exception {
    Draft draft = made.draft();
    String name = draft.remedies().stream().map(Remedy::id).collect(Collectors.joining(" "));
    copy.write(draft.texts(copy::original));
    passed(made.module());
    Path out = Files.createDirectories(folder.resolve("result of " + name));
    Path project = Path.of(String.valueOf(copy.root().getFileName()));
    new FixFolder(out, copy, Path.of("template.yaml"), made.function(), project)
        .patch(OneApplicationTest.result(draft), _ -> Optional.empty());
    Path clone = folder.resolve("clone of " + name);
    FixPatchTest.git(folder, "clone", "-q", repository.toString(), clone.toString());
    FixPatchTest.git(clone, "apply", out.resolve(FixFolder.PATCH).toString());
    Map<String, String> patched = OneApplicationTest.bytes(clone.resolve(project));
    Map<String, String> measured = OneApplicationTest.bytes(copy.root());
    measured.keySet().retainAll(patched.keySet()); // what a build makes is in no patch
    patched.remove("template.yaml");
    measured.remove("template.yaml");
    assertEquals(measured, patched, name);
    copy.write(Map.of());
  }
}
