package thaw.remedy.database;

import com.sun.source.tree.CompilationUnitTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import thaw.remedy.edit.TextEdit;

/**
 * A service by which Hibernate from version 6 on generates no classes: since then no setting says
 * so, and the provider is found as a service, of which there must be just one.
 */
final class BytecodeOff {
  static final String CONTRIBUTOR = "org.hibernate.service.spi.ServiceContributor";
  static final String NONE = "org.hibernate.bytecode.internal.none.BytecodeProviderImpl";

  private static final String NAME = "WithoutGeneratedClasses";
  private static final Path SERVICE =
      Path.of("src/main/resources/META-INF/services").resolve(CONTRIBUTOR);

  private static final String SOURCE =
      """
      package %s;

      import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
      import org.hibernate.bytecode.internal.none.BytecodeProviderImpl;
      import org.hibernate.bytecode.spi.BytecodeProvider;
      import org.hibernate.service.spi.ServiceContributor;

      /**
       * Has Hibernate generate no classes on Lambda: it needs them for entities that are loaded
       * lazily, by a proxy, of which there is none. META-INF/services names it.
       */
      public final class %s implements ServiceContributor {
        @Override
        public void contribute(StandardServiceRegistryBuilder builder) {
          if (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in tests
            builder.addService(BytecodeProvider.class, new BytecodeProviderImpl());
          }
        }
      }
      """;

  private BytecodeOff() {}

  /** Returns what stands where the class and its registration would. */
  static Optional<String> obstacle(SettingsInCode code, DatabaseModule module) {
    Optional<String> home = home(code);
    if (!code.knows(CONTRIBUTOR) || !code.knows(NONE)) {
      return Optional.of("this Hibernate has no " + NONE);
    }
    if (Files.exists(module.folder().resolve(SERVICE))) {
      return Optional.of("there is a file " + name(module, SERVICE));
    }
    return home.isEmpty() || code.knows(home.get() + "." + NAME)
        ? Optional.of("no package of the module has a place for a class " + NAME)
        : Optional.empty();
  }

  static List<TextEdit> edits(SettingsInCode code, DatabaseModule module) {
    String home = home(code).orElseThrow();
    Path file = Path.of("src/main/java").resolve(home.replace('.', '/')).resolve(NAME + ".java");
    return List.of(
        TextEdit.created(name(module, file), SOURCE.formatted(home, NAME)),
        TextEdit.created(name(module, SERVICE), home + "." + NAME + "\n"));
  }

  private static Path name(DatabaseModule module, Path file) {
    return module.root().relativize(module.folder().resolve(file));
  }

  private static Optional<String> home(SettingsInCode code) {
    return code.sources().units().stream()
        .map(CompilationUnitTree::getPackageName)
        .filter(each -> each != null)
        .map(Object::toString)
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
  }
}
