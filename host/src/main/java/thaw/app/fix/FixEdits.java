package thaw.app.fix;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.app.build.FunctionProject;
import thaw.app.build.ProjectCopy;
import thaw.app.shared.Progress;
import thaw.attribution.Explanation;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.recording.PrimingList;
import thaw.remedy.ClassPriming;
import thaw.remedy.ClientPriming;
import thaw.remedy.ClientSettings;
import thaw.remedy.Draft;
import thaw.remedy.EventBinding;
import thaw.remedy.Family;
import thaw.remedy.Remedy;
import thaw.remedy.RequestPriming;
import thaw.remedy.SdkWarmUp;
import thaw.remedy.SpringAot;
import thaw.remedy.SpringLazy;
import thaw.remedy.WhyNot;
import thaw.remedy.database.DatabaseModule;
import thaw.remedy.database.DatabaseRemedies;
import thaw.remedy.database.FirstConnection;
import thaw.remedy.edit.AheadOfTime;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.sdk.Migration;
import thaw.remedy.state.StaticState;

/** Finds the changes of sources and build files that a draft's explanation asks for. */
final class FixEdits {
  static final String MAIN_SOURCES = "src/main/java";
  private static final String RESOURCES = "src/main/resources";

  private final ProjectCopy copy;
  private final FunctionProject project;
  private final FunctionDefinition function;
  private final FunctionsOfModule functions;
  private final SdkRecipes recipes;
  private final Progress progress;

  /**
   * @param project in the copy
   * @param functions that are made of the project
   */
  FixEdits(
      ProjectCopy copy,
      FunctionProject project,
      FunctionDefinition function,
      FunctionsOfModule functions,
      SdkRecipes recipes,
      Progress progress) {
    this.copy = copy;
    this.project = project;
    this.function = function;
    this.functions = functions;
    this.recipes = recipes;
    this.progress = progress;
  }

  /**
   * @param built the draft, by a build of the project
   * @param deployed what is deployed of it
   * @param requests events that the function serves, that of the explained start first
   * @param priming what requests load after init, where starts are restored
   * @param whyNot gets what is in the way of an edit
   */
  List<Remedy> of(
      Draft draft,
      CodeSource.Built built,
      CodeSource deployed,
      Explanation explanation,
      List<RequestPriming.Request> requests,
      Optional<PrimingList> priming,
      WhyNot whyNot) {
    Path sources = project.path().resolve(MAIN_SOURCES);
    if (!hasSources(project.path()) && otherLanguage(project.path()).isEmpty()) {
      refuseAll(whyNot, noSources(project.path()));
      return List.of();
    }
    copy.write(draft.texts(copy::original));
    List<Path> classPath = new ArrayList<>(built.libraries());
    classPath.addAll(built.classes());
    return understood(sources, classPath)
        .map(read -> {
          if (!hasSources(project.path())) {
            refuseAll(whyNot, noSources(project.path()));
            return resources(draft, explanation, read, built, whyNot);
          }
          List<Remedy> remedies =
              edits(draft, explanation, requests, read, built, deployed, classPath, whyNot);
          priming.flatMap(list -> listed(draft, explanation, list, read)).ifPresent(remedies::add);
          return remedies;
        })
        .orElseGet(() -> {
          refuseAll(whyNot, "javac fails at the sources in " + MAIN_SOURCES);
          return List.of();
        });
  }

  /** Says of all remedies that change files of a module why none of them does. */
  static void refuseAll(WhyNot whyNot, String fact) {
    Stream.of(Family.values())
        .filter(family ->
            family.editsSources() || family.editsModule() && !fact.endsWith(Family.JAVA_ONLY))
        .forEach(family -> whyNot.add(family, fact));
  }

  /** Returns the fact that a module has no sources that are edited. */
  static String noSources(Path module) {
    return otherLanguage(module)
        .map(language -> "the sources are in src/main/" + language + ", and " + Family.JAVA_ONLY)
        .orElse("there are no sources in " + MAIN_SOURCES);
  }

  private static Optional<String> otherLanguage(Path module) {
    return Stream.of("kotlin", "scala", "groovy")
        .filter(language -> Files.isDirectory(module.resolve("src/main/" + language)))
        .findFirst();
  }

  static boolean hasSources(Path module) {
    return Files.isDirectory(module.resolve(MAIN_SOURCES));
  }

  private List<Remedy> edits(
      Draft draft,
      Explanation explanation,
      List<RequestPriming.Request> requests,
      JavaSources sources,
      CodeSource.Built built,
      CodeSource deployed,
      List<Path> classPath,
      WhyNot whyNot) {
    List<Path> libraries = built.libraries();
    String handler = draft.handler(function.handler());
    sources.takeNotes();
    List<Remedy> remedies =
        new ArrayList<>(StaticState.of(explanation, sources, handlerClass(handler)));
    whyNot.addAll(Family.STATIC_STATE, sources.takeNotes());
    remedies.addAll(ClientPriming.of(explanation, sources));
    whyNot.addAll(Family.PRIMING, sources.takeNotes());
    ClientSettings.Module module =
        new ClientSettings.Module(
            copy.root(),
            project.path(),
            libraries,
            function.snapStart(),
            function.environment().getOrDefault(Draft.OPTIONS, ""));
    SdkWarmUp.of(explanation, sources, handlerClass(handler), module).ifPresent(remedies::add);
    whyNot.addAll(Family.SDK_WARM_UP, sources.takeNotes());
    RequestPriming.of(explanation, requests, sources, handler).ifPresent(remedies::add);
    whyNot.addAll(Family.FIRST_REQUEST, sources.takeNotes());
    EventBinding.of(explanation, requests.getFirst().event(), sources, handler)
        .ifPresent(remedies::add);
    whyNot.addAll(Family.FIRST_BINDING, sources.takeNotes());
    remedies.addAll(resources(draft, explanation, sources, built, whyNot));
    remedies.addAll(
        databases(draft, explanation, sources, libraries, handlerClass(handler), whyNot));
    remedies.addAll(ClientSettings.httpClient(explanation, sources, module));
    whyNot.addAll(Family.HTTP_CLIENT, sources.takeNotes());
    remedies.addAll(ClientSettings.credentials(explanation, sources, module));
    whyNot.addAll(Family.CLIENT_SETTINGS, sources.takeNotes());
    if (project.module().tool() == CodeSource.BuildTool.GRADLE) {
      Stream.of(Family.values())
          .filter(Family::editsPom)
          .forEach(family ->
              whyNot.add(family, "the module is built by Gradle, and it changes a pom.xml"));
      return remedies;
    }
    remedies.addAll(migration(draft, explanation, sources, classPath, whyNot));
    remedies.addAll(
        springAot(handlerClass(handler), explanation, sources, libraries, deployed, whyNot));
    return remedies;
  }

  /** Returns the changes of settings alone, whatever language the code is of. */
  private List<Remedy> resources(
      Draft draft,
      Explanation explanation,
      JavaSources sources,
      CodeSource.Built built,
      WhyNot whyNot) {
    if (draft.remedies().stream().anyMatch(each -> each.id().equals(Family.SPRING_LAZY.id()))) {
      return List.of();
    }
    Optional<Remedy> lazy =
        SpringLazy.of(
            explanation,
            sources,
            new SpringLazy.Module(
                copy.root(), project.path(), built.classes(), function.environment(), restored()));
    whyNot.addAll(Family.SPRING_LAZY, sources.takeNotes());
    return lazy.stream().toList();
  }

  private List<Remedy> databases(
      Draft draft,
      Explanation explanation,
      JavaSources sources,
      List<Path> libraries,
      String handler,
      WhyNot whyNot) {
    DatabaseModule module =
        new DatabaseModule(
            copy.root(),
            project.path(),
            libraries,
            draft.on(function).environment(),
            restored(),
            draft.remedies().stream().anyMatch(each -> each.id().equals(Family.SPRING_AOT.id())));
    List<Remedy> remedies =
        new ArrayList<>(DatabaseRemedies.of(explanation, sources, module, whyNot));
    if (remedies.stream().noneMatch(each -> each.id().equals(Family.CONNECTION.id()))) {
      FirstConnection.of(explanation, sources, module, handler, whyNot).ifPresent(remedies::add);
    }
    return remedies;
  }

  /** Returns the functions of the module that start from a snapshot of what init makes. */
  private List<String> restored() {
    return functions.all().stream()
        .filter(FunctionDefinition::snapStart)
        .map(FunctionDefinition::logicalId)
        .toList();
  }

  private Optional<Remedy> listed(
      Draft draft, Explanation explanation, PrimingList list, JavaSources sources) {
    return ClassPriming.of(
        explanation,
        new ClassPriming.Listed(
            list, function.logicalId(), copy.root().relativize(project.path().resolve(RESOURCES))),
        sources,
        handlerClass(draft.handler(function.handler())));
  }

  private static String handlerClass(String handler) {
    return handler.split("::", -1)[0];
  }

  /**
   * Reads the sources, or leaves them alone with a remark where javac fails at them; what is safe
   * without them is tried all the same.
   */
  private Optional<JavaSources> understood(Path sources, List<Path> classPath) {
    try {
      return Optional.of(JavaSources.read(copy.root(), sources, classPath));
    } catch (RuntimeException e) { // of javac: it has many of its own
      progress.line("the sources in " + sources + " are left alone: javac fails at them: " + e);
      return Optional.empty();
    }
  }

  private List<Remedy> migration(
      Draft draft,
      Explanation explanation,
      JavaSources sources,
      List<Path> classPath,
      WhyNot whyNot) {
    Map<Path, String> texts = draft.texts(copy::original);
    Migration.Offer offer =
        Migration.of(
            explanation.findings(),
            sources,
            new Migration.Module(
                copy.root(),
                project.path(),
                handlerClass(draft.handler(function.handler())),
                file -> texts.getOrDefault(file, copy.original(file))),
            files -> recipes.applied(files, classPath));
    offer.obstacle().ifPresent(why -> whyNot.add(Family.SDK_V2, why));
    return offer.remedy().stream().toList();
  }

  private List<Remedy> springAot(
      String handler,
      Explanation explanation,
      JavaSources sources,
      List<Path> libraries,
      CodeSource deployed,
      WhyNot whyNot) {
    SpringAot.Offer offer =
        SpringAot.of(
            explanation,
            sources,
            new AheadOfTime.Module(
                copy.root(),
                project.path(),
                libraries,
                () -> AbsentLibraries.of(deployed, libraries),
                handler,
                function.environment(),
                functions.others().stream()
                    .map(other ->
                        new AheadOfTime.Other(
                            other.logicalId(),
                            FunctionsOfModule.handlerClass(other),
                            other.environment()))
                    .toList()));
    offer.obstacle().ifPresent(why -> whyNot.add(Family.SPRING_AOT, why));
    return offer.remedy().stream().toList();
  }
}
