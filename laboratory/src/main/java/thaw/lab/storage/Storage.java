package thaw.lab.storage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Syllabus;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.jdk.Jdk;

/** The lesson on what storage does to a build and to a cold start. */
public final class Storage implements Lesson {
  private static final int ITEMS = 60;
  private static final int QUICK_ITEMS = 40;

  private final StorageOptions options;
  private @Nullable Prepared prepared;

  /** The state that {@link #cases} prepares. */
  private record Prepared(
      StoragePlaces places, Map<String, StorageBuild> builds, Map<String, StorageStart> starts) {}

  public Storage(StorageOptions options) {
    this.options = options;
  }

  @Override
  public Syllabus syllabus() {
    return Syllabus.of(6, "storage");
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) throws InterruptedException {
    Jdk jdk = scope.jdks().getLast();
    StoragePlaces places = StoragePlaces.open(options, workbench);
    StorageProject project =
        StorageProject.generate(
            workbench.courseJar(),
            workbench.folder().resolve("storage-project"),
            scope.quick() ? QUICK_ITEMS : ITEMS);
    Map<String, StorageBuild> builds = new LinkedHashMap<>();
    Map<String, StorageStart> starts = new LinkedHashMap<>();
    if (options.builds()) {
      StorageBuild build =
          options
              .build()
              .map(own -> new StorageBuild(StorageFigures.BUILD + own.name(), own))
              .orElseGet(() ->
                  new StorageBuild(StorageFigures.BUILD + "javac and jar", project.build(jdk)));
      builds.put(build.name(), build);
    }
    if (options.coldStarts()) {
      StorageStart start = StorageStart.of(options, project, workbench, jdk);
      starts.put(start.name(), start);
    }
    prepared = new Prepared(places, builds, starts);
    List<Case> cases = new ArrayList<>();
    List<String> works = new ArrayList<>(builds.keySet());
    works.addAll(starts.keySet());
    for (String work : works) {
      for (StoragePlaces.Key key : places.keys()) {
        cases.add(subject(work, jdk, key));
      }
    }
    return cases;
  }

  /** The user's own build takes whatever JDK it finds. */
  private Case subject(String work, Jdk jdk, StoragePlaces.Key key) {
    Map<String, String> factors = new LinkedHashMap<>();
    factors.put(StorageFigures.WORK, work);
    if (!work.startsWith(StorageFigures.BUILD) || options.build().isEmpty()) {
      factors.put(Case.JDK, jdk.label());
    }
    factors.put(StorageFigures.PLACE, key.place());
    factors.put(StorageFigures.LATENCY, key.latency());
    factors.put(StorageFigures.FILE_SYSTEM, key.fileSystem());
    return new Case(factors);
  }

  @Override
  public String identity() {
    Prepared made = prepared;
    List<String> parts = new ArrayList<>();
    if (options.gentle()) {
      parts.add("gentle");
    }
    options.build().ifPresent(build -> parts.add(build.identity()));
    if (options.function().isPresent() && made != null) {
      made.starts().values().forEach(start -> parts.add(start.identity()));
    }
    return String.join("; ", parts);
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    Prepared made = prepared;
    if (made == null) {
      throw new IllegalStateException("cases() prepares what is measured");
    }
    StoragePlace place =
        made.places.get(
            new StoragePlaces.Key(
                subject.get(StorageFigures.PLACE),
                subject.get(StorageFigures.LATENCY),
                subject.get(StorageFigures.FILE_SYSTEM)));
    String work = subject.get(StorageFigures.WORK);
    StorageBuild build = made.builds.get(work);
    StorageStart start = made.starts.get(work);
    if (build != null) {
      return build.measure(place);
    }
    if (start != null) {
      return start.measure(place);
    }
    throw new IllegalArgumentException("no such work: " + work);
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    return StorageTables.of(samples);
  }
}
