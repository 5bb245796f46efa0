package thaw.heap;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The places of a clone's memory, with their values, that another clone should not have as well.
 *
 * @param values more than one where several objects are found in the same way
 * @param held its connections
 */
public record CloneFacts(Map<SharedState, Set<String>> values, HeldConnections held) {
  /**
   * @param dump of the clone's heap, as HotSpot writes it; not needed afterwards
   */
  public static CloneFacts read(Path dump, FunctionCode code) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Heap heap = Heap.read(dump, arena);
      Map<SharedState, Set<String>> values = new HashMap<>();
      ApplicationLoaders own = new ApplicationLoaders(heap);
      RandomSources sources = new RandomSources(heap);
      HeapPaths reach = HeapPaths.of(heap, own, sources::is);
      addSources(heap, own, sources, reach, code, values);
      for (GeneratedIds.Found each : GeneratedIds.in(heap, own, reach, code)) {
        add(values, each.finding(), each.value());
      }
      addJdk(heap, own, sources, code, values);
      return new CloneFacts(values, ConnectionSearch.in(heap, own, reach, code));
    }
  }

  private static void add(Map<SharedState, Set<String>> values, SharedState finding, String value) {
    values.computeIfAbsent(finding, _ -> new HashSet<>()).add(value);
  }

  private static void addSources(
      Heap heap,
      ApplicationLoaders own,
      RandomSources sources,
      HeapPaths reach,
      FunctionCode code,
      Map<SharedState, Set<String>> values)
      throws BadHeapDump {
    for (int object = 0; object < heap.size(); object++) {
      if (sources.is(object) && reach.reached(object)) {
        Optional<String> state = sources.state(object);
        Optional<HeapPaths.Way> way = state.isEmpty() ? Optional.empty() : reach.way(object, own);
        if (way.isPresent()) {
          SharedState finding =
              new SharedState(
                  SharedState.Kind.RANDOM_SOURCE,
                  way.get().start().shownName(),
                  way.get().field(),
                  way.get().isStatic(),
                  sources.name(object),
                  code.isLibrary(way.get().holder().name()));
          add(values, finding, state.orElseThrow());
        }
      }
    }
  }

  private static void addJdk(
      Heap heap,
      ApplicationLoaders own,
      RandomSources sources,
      FunctionCode code,
      Map<SharedState, Set<String>> values)
      throws BadHeapDump {
    List<JdkRandoms.Used> used = JdkRandoms.in(heap, sources);
    for (HeapClass type : heap.classes()) {
      if (!used.isEmpty() && own.has(type) && !type.isHidden() && !code.isLibrary(type.name())) {
        Set<String> calls = code.constants(type.name()).uses();
        for (JdkRandoms.Used each : used) {
          if (calls.contains(each.what().call())) {
            add(
                values,
                new SharedState(
                    SharedState.Kind.JDK_RANDOM, type.name(), "", true, each.what().shown(), false),
                each.state());
          }
        }
      }
    }
  }

  /** Reports what this clone and the other have alike. */
  public UniquenessReport comparedWith(CloneFacts other) {
    List<SharedState> alike =
        values.entrySet().stream()
            .filter(entry ->
                entry.getValue().stream()
                    .anyMatch(other.values().getOrDefault(entry.getKey(), Set.of())::contains))
            .map(Map.Entry::getKey)
            .sorted(
                Comparator.comparing(SharedState::kind)
                    .thenComparing(SharedState::className)
                    .thenComparing(SharedState::field)
                    .thenComparing(SharedState::type))
            .toList();
    return new UniquenessReport(
        Optional.empty(), alike.stream().filter(each -> !isSaid(each, alike)).toList());
  }

  /** A class that keeps such a source has made it, which is not worth a warning of its own. */
  private static boolean isSaid(SharedState finding, List<SharedState> all) {
    return finding.kind() == SharedState.Kind.JDK_RANDOM
        && all.stream()
            .anyMatch(other ->
                other.kind() == SharedState.Kind.RANDOM_SOURCE
                    && other.className().equals(finding.className())
                    && finding.type().equals(JdkRandoms.SPLITTABLE.shown())
                    && other.type().equals("java.util.SplittableRandom"));
  }
}
