package thaw.experiment.matrix;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.environment.launch.ClientKind;
import thaw.function.MemorySize;

/**
 * Axes with several values each; the variants are their product. An empty axis leaves what the
 * function's own configuration says.
 *
 * @param name base of the variants' names; when empty, function, code or handler name them
 */
@RecordBuilder
@RecordBuilder.Options(useImmutableCollections = true)
public record VariantMatrix(
    Optional<String> name,
    List<String> functions,
    List<Path> code,
    List<String> handlers,
    List<MemorySize> memory,
    List<String> jdks,
    List<List<String>> flags,
    List<Map<String, String>> environment,
    List<SnapStart> snapStart,
    List<ClientKind> clients)
    implements VariantMatrixBuilder.With {
  /** Every function as it is configured. */
  public static VariantMatrix ofFunctions(List<String> functions) {
    return VariantMatrixBuilder.builder().functions(functions).build();
  }

  /** The same with these axes, where they are not empty, in place of its own. */
  public VariantMatrix with(
      List<MemorySize> otherMemory,
      List<String> otherJdks,
      List<SnapStart> otherSnapStart,
      List<ClientKind> otherClients) {
    return with()
        .memory(otherMemory.isEmpty() ? memory : otherMemory)
        .jdks(otherJdks.isEmpty() ? jdks : otherJdks)
        .snapStart(otherSnapStart.isEmpty() ? snapStart : otherSnapStart)
        .clients(otherClients.isEmpty() ? clients : otherClients)
        .build();
  }

  /**
   * The product, in the order of the axes: function, code, handler, memory, JDK, flags,
   * environment, SnapStart, runtime client.
   */
  public List<VariantChoice> product() {
    List<VariantChoice> choices = new ArrayList<>();
    for (Optional<String> function : orNone(functions)) {
      for (Optional<Path> path : orNone(code)) {
        for (Optional<String> handler : orNone(handlers)) {
          for (Optional<MemorySize> size : orNone(memory)) {
            for (Optional<String> jdk : orNone(jdks)) {
              for (Optional<List<String>> options : orNone(flags)) {
                for (Optional<Map<String, String>> variables : orNone(environment)) {
                  for (Optional<SnapStart> start : orNone(snapStart)) {
                    for (Optional<ClientKind> client : orNone(clients)) {
                      choices.add(
                          choice(
                              function, path, handler, size, jdk, options, variables, start,
                              client));
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
    return choices;
  }

  /** The values of an axis, or the one absence of a value. */
  private static <T> List<Optional<T>> orNone(List<T> axis) {
    return axis.isEmpty() ? List.of(Optional.empty()) : axis.stream().map(Optional::of).toList();
  }

  private VariantChoice choice(
      Optional<String> function,
      Optional<Path> path,
      Optional<String> handler,
      Optional<MemorySize> size,
      Optional<String> jdk,
      Optional<List<String>> options,
      Optional<Map<String, String>> variables,
      Optional<SnapStart> start,
      Optional<ClientKind> client) {
    Optional<String> file = path.map(VariantMatrix::fileName);
    Optional<String> simpleHandler = handler.map(VariantMatrix::simpleName);
    String base = name.or(() -> function).or(() -> file).or(() -> simpleHandler).orElse("function");
    List<String> parts = new ArrayList<>(List.of(base));
    addIfSeveral(parts, functions, function, base);
    addIfSeveral(parts, code, file, base);
    addIfSeveral(parts, handlers, simpleHandler, base);
    addIfSeveral(parts, memory, size.map(mb -> mb.mebibytes() + " MB"), base);
    addIfSeveral(parts, jdks, jdk.map(VariantMatrix::jdkName), base);
    addIfSeveral(parts, flags, options.map(VariantMatrix::flagNames), base);
    addIfSeveral(parts, environment, variables.map(VariantMatrix::variableNames), base);
    addIfSeveral(parts, snapStart, start.map(SnapStart::label), base);
    addIfSeveral(parts, clients, client.map(ClientKind::label), base);
    return new VariantChoice(
        base,
        String.join(" ", parts),
        function,
        path,
        handler,
        size,
        jdk,
        options.orElse(List.of()),
        variables.orElse(Map.of()),
        start,
        client);
  }

  /** An axis with one value does not tell variants apart, and the base is not said twice. */
  private static void addIfSeveral(
      List<String> parts, List<?> axis, Optional<String> label, String base) {
    if (axis.size() > 1) {
      label.filter(text -> !text.equals(base)).ifPresent(parts::add);
    }
  }

  private static String fileName(Path path) {
    Path file = path.getFileName();
    return file == null ? path.toString() : file.toString();
  }

  /** {@code Hello::handle} of {@code com.example.Hello::handle}. */
  private static String simpleName(String handler) {
    return handler.replaceFirst("^([a-z_][\\w$]*\\.)*", "");
  }

  private static String jdkName(String jdk) {
    return "JDK " + fileName(Path.of(jdk));
  }

  private static String flagNames(List<String> flags) {
    return flags.isEmpty() ? "no flags" : String.join(" ", flags);
  }

  private static String variableNames(Map<String, String> variables) {
    if (variables.isEmpty()) {
      return "no variables";
    }
    List<String> pairs = new ArrayList<>();
    new TreeMap<>(variables).forEach((key, value) -> pairs.add(key + "=" + value));
    return String.join(" ", pairs);
  }
}
