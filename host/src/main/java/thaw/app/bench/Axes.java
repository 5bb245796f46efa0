package thaw.app.bench;

import java.util.List;
import java.util.Optional;
import thaw.app.choice.JvmChoice;
import thaw.environment.launch.ClientKind;
import thaw.experiment.matrix.SnapStart;
import thaw.experiment.matrix.VariantMatrix;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;

/**
 * Values in place of those that functions are configured with; several of one are compared.
 *
 * @param jdks feature versions or folders
 */
public record Axes(
    List<MemorySize> memory, List<String> jdks, List<SnapStart> starts, List<ClientKind> clients) {
  /** All as it is configured. */
  static final Axes NONE = new Axes(List.of(), List.of(), List.of(), List.of());

  public Axes {
    memory = List.copyOf(memory);
    jdks = List.copyOf(jdks);
    starts = List.copyOf(starts);
    clients = List.copyOf(clients);
  }

  /** Returns the function with each memory size and on each JDK. */
  public List<FunctionDefinition> of(FunctionDefinition function) {
    List<MemorySize> sizes = memory.isEmpty() ? List.of(function.memory()) : memory;
    List<Optional<String>> on =
        jdks.isEmpty() ? List.of(Optional.empty()) : jdks.stream().map(Optional::of).toList();
    return sizes.stream()
        .map(function::withMemory)
        .flatMap(sized -> on.stream().map(jdk -> JvmChoice.on(jdk, sized)))
        .toList();
  }

  VariantMatrix of(VariantMatrix matrix) {
    return matrix.with(memory, jdks, starts, clients);
  }
}
