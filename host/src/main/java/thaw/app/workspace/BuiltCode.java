package thaw.app.workspace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.app.build.ProjectBuild;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.handler.HandlerCheck;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.DeploymentStore;

/** The code of functions, built and exploded once. It is for one thread at a time. */
final class BuiltCode {
  private final ProjectBuild projects;
  private final DeploymentStore packages;
  private final Map<Object, DeploymentPackage> exploded = new HashMap<>();
  private final Set<CodeSource> changed = new HashSet<>();

  BuiltCode(ProjectBuild projects, DeploymentStore packages) {
    this.projects = projects;
    this.packages = packages;
  }

  /** Names functions whose code will be wanted. */
  void expect(List<FunctionDefinition> functions) {
    projects.expect(functions.stream().map(FunctionDefinition::code).toList());
  }

  DeploymentPackage code(FunctionDefinition function) throws InterruptedException {
    CodeSource source = function.code();
    DeploymentPackage known = exploded.get(source);
    if (known == null) {
      known =
          projects.built(
              source,
              runtime(function),
              changed.contains(source) ? packages::putChanged : packages::put);
      changed.remove(source);
      exploded.put(source, known);
    }
    return known;
  }

  /** Returns a function's layers, which are built if need be; absent when it has none. */
  Optional<DeploymentPackage> layers(FunctionDefinition function) throws InterruptedException {
    List<CodeSource> sources = function.layers();
    if (sources.isEmpty()) {
      return Optional.empty();
    }
    DeploymentPackage known = exploded.get(sources);
    if (known == null) {
      List<CodeSource> built = new ArrayList<>();
      for (CodeSource source : sources) {
        built.add(projects.builtLayer(source, runtime(function)));
      }
      known = packages.layers(built);
      exploded.put(sources, known);
    }
    return Optional.of(known);
  }

  /** Builds a function's code and checks its handler. Not kept: who needs it gets what is there. */
  void check(FunctionDefinition function) throws InterruptedException {
    Optional<DeploymentPackage> layers = layers(function); // its code may need what they make
    exploded.remove(function.layers());
    DeploymentPackage code = projects.built(function.code(), runtime(function), packages::put);
    HandlerCheck.check(function, code, layers);
  }

  private static int runtime(FunctionDefinition function) {
    return JavaRuntimes.feature(function.runtime());
  }

  /** It has changed on disk: who asks for it next gets what is there. */
  void forget(FunctionDefinition function) {
    exploded.remove(function.code());
    changed.add(function.code());
    exploded.remove(function.layers());
  }
}
