package thaw.app.bench;

import java.util.List;
import thaw.environment.launch.ClientKind;
import thaw.experiment.matrix.SnapStart;
import thaw.experiment.matrix.VariantMatrix;
import thaw.function.MemorySize;

/**
 * Values in place of those that functions are configured with; several of one are compared.
 *
 * @param jdks feature versions or folders
 */
public record Axes(
    List<MemorySize> memory, List<String> jdks, List<SnapStart> starts, List<ClientKind> clients) {
  /** All as it is configured. */
  public static final Axes NONE = new Axes(List.of(), List.of(), List.of(), List.of());

  public Axes {
    memory = List.copyOf(memory);
    jdks = List.copyOf(jdks);
    starts = List.copyOf(starts);
    clients = List.copyOf(clients);
  }

  VariantMatrix of(VariantMatrix matrix) {
    return matrix.with(memory, jdks, starts, clients);
  }
}
