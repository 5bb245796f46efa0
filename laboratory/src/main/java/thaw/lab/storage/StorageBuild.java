package thaw.lab.storage;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;

/** A build on a place: copied and run once, then timed with cold and with warm caches. */
final class StorageBuild {
  private static final String FOLDER = "project";

  private final String name;
  private final StorageOptions.Build build;
  private final ProjectFiles files;
  private final Set<StoragePlace> copied = new HashSet<>();

  StorageBuild(String name, StorageOptions.Build build) {
    this.name = name;
    this.build = build;
    this.files = ProjectFiles.of(build);
  }

  String name() {
    return name;
  }

  Map<Quantity, Double> measure(StoragePlace place) throws InterruptedException, SampleFailure {
    Path project = place.root().resolve(FOLDER);
    if (!copied.contains(place)) {
      place.copy(files, FOLDER);
      place.run(build.command(), project);
      copied.add(place);
    }
    clean(place, project);
    StoragePlace.Cold cold = place.cool();
    Map<Quantity, Double> values = new LinkedHashMap<>();
    long before = place.trips();
    put(values, StorageFigures.COLD, place.run(build.command(), project));
    values.put(StorageFigures.TRIPS, (double) (place.trips() - before));
    clean(place, project);
    put(values, StorageFigures.WARM, place.run(build.command(), project));
    values.put(StorageFigures.ALL_DROPPED, cold.all() ? 1.0 : 0);
    values.put(StorageFigures.TRIMMED, cold.trimmed() ? 1.0 : 0);
    return values;
  }

  private void clean(StoragePlace place, Path project) throws InterruptedException, SampleFailure {
    if (build.clean().isPresent()) {
      place.run(List.of("sh", "-c", build.clean().get()), project);
    } else {
      place.remove(FOLDER);
      place.copy(files, FOLDER);
    }
  }

  private static void put(
      Map<Quantity, Double> values, StorageFigures.OfRun figures, CommandTiming timing) {
    values.put(figures.real(), timing.real());
    values.put(figures.own(), timing.own());
    values.put(figures.user(), timing.user());
    values.put(figures.system(), timing.system());
    values.put(figures.waiting(), timing.waiting());
    values.put(figures.others(), timing.others());
    timing.stalled().ifPresent(stalled -> values.put(figures.stalled(), stalled));
  }
}
