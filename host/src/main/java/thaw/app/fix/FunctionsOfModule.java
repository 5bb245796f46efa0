package thaw.app.fix;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import thaw.app.build.FunctionProject;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CdkOrigins;

/**
 * A function and all others that are made of the same module, whether the template names the module
 * as their code or what its build makes: a change of the module's sources changes all of them.
 *
 * @param all the function itself included
 */
record FunctionsOfModule(FunctionDefinition function, List<FunctionDefinition> all) {
  FunctionsOfModule {
    all = List.copyOf(all);
  }

  static FunctionsOfModule of(
      Application application, FunctionDefinition function, CdkOrigins origins) {
    Path module = module(function, origins);
    return new FunctionsOfModule(
        function,
        application.functions().stream()
            .filter(each -> isOf(module, module(each, origins)))
            .toList());
  }

  /**
   * Returns the module that a function's code is part of. Code that is neither a project nor an
   * archive of its results stands for itself.
   */
  private static Path module(FunctionDefinition function, CdkOrigins origins) {
    return FunctionProject.of(function, origins)
        .map(FunctionProject::path)
        .orElseGet(() -> function.code().path().toAbsolutePath().normalize());
  }

  /** The same, or a folder of what its build makes, such as {@code target/classes}. */
  private static boolean isOf(Path module, Path other) {
    return other.equals(module)
        || Stream.of("target", "build").map(module::resolve).anyMatch(other::startsWith);
  }

  /**
   * Returns whether the handler's class serves another function, too, which may have other
   * variables.
   */
  boolean isHandlerShared() {
    return others().stream()
        .filter(other -> handlerClass(other).equals(handlerClass(function)))
        .anyMatch(other ->
            !other.handler().equals(function.handler())
                || !other.environment().keySet().equals(function.environment().keySet()));
  }

  List<FunctionDefinition> others() {
    return all.stream().filter(other -> !other.logicalId().equals(function.logicalId())).toList();
  }

  static String handlerClass(FunctionDefinition function) {
    return function.handler().split("::", -1)[0];
  }
}
