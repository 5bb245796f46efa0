package thaw.app.choice;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.function.packaging.CodeSource;

/** All that tells which requests a function serves. Reads files when it is asked first. */
final class KnownRequests {
  private final Path root;
  private final CodeSource code;
  private final List<Path> events;
  private final Set<String> others;

  private @Nullable List<KnownRequest> declared;
  private @Nullable List<RecordedRequest> recorded;

  /**
   * @param root folder of the template
   * @param events folders with events of the function
   * @param others names of files in them that belong to other functions
   */
  KnownRequests(Path root, CodeSource code, List<Path> events, Set<String> others) {
    this.root = root;
    this.code = code;
    this.events = List.copyOf(events);
    this.others = Set.copyOf(others);
  }

  /**
   * A request that goes through a route.
   *
   * @param parameters of the route
   */
  record Through(KnownRequest request, Map<String, String> parameters) {}

  /**
   * The requests that go through a route, the best first. Through a route of any method they are
   * reads where there are some: what is tried should change nothing.
   *
   * @param method of the route, or ANY
   * @param path of the route
   */
  List<Through> through(String method, String path) {
    List<Through> found = new ArrayList<>();
    declared().stream()
        .filter(each ->
            method.equals(KnownRequest.ANY)
                || each.method().equals(KnownRequest.ANY)
                || each.method().equals(method))
        .sorted(KnownRequest.BEST_FIRST)
        .forEach(
            each -> each.through(path).ifPresent(values -> found.add(new Through(each, values))));
    List<Through> reads = found.stream().filter(each -> each.request().isRead()).toList();
    return method.equals(KnownRequest.ANY) && !reads.isEmpty() ? reads : found;
  }

  /** The events that came through a route with this payload format, as they were recorded. */
  List<RecordedRequest> recorded(String method, String path, boolean second) {
    return recorded().stream().filter(each -> each.isOf(method, path, second)).toList();
  }

  private List<RecordedRequest> recorded() {
    List<RecordedRequest> all = recorded;
    if (all == null) {
      all = RecordedRequest.in(events, others);
      recorded = all;
    }
    return all;
  }

  /** The paths of events that came through other routes. */
  private List<KnownRequest> ofRecorded() {
    return recorded().stream()
        .filter(each -> !each.path().equals("/"))
        .map(each -> new KnownRequest(each.method(), each.path(), Map.of(), each.file().toString()))
        .toList();
  }

  private List<KnownRequest> declared() {
    List<KnownRequest> all = declared;
    if (all == null) {
      all =
          Stream.of(ofRecorded(), OpenApiRoutes.of(root, code), CodeRoutes.of(code))
              .flatMap(List::stream)
              .toList();
      declared = all;
    }
    return all;
  }
}
