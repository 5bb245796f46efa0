package thaw.app.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.app.choice.ImpliedEvent;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.live.OfferedEvent;

/**
 * Events to invoke an application's functions with: the project's {@code events/*.json}, as they
 * are at the moment, and those that the template implies.
 */
record ProjectEvents(Application application) {
  private static final int MOST_FILES = 50;
  private static final long MOST_BYTES = 256 * 1024;

  /** Of a function, by its name: files that are called like it first. */
  List<OfferedEvent> of(String name) {
    Optional<FunctionDefinition> function =
        application.functions().stream().filter(each -> each.name().equals(name)).findFirst();
    List<OfferedEvent> events = new ArrayList<>();
    for (Path file : files()) {
      read(file)
          .ifPresent(text -> events.add(new OfferedEvent("events/" + file.getFileName(), text)));
    }
    events.sort(Comparator.comparing(event -> !isOf(function, event.name())));
    function
        .flatMap(each -> ImpliedEvent.of(application, each))
        .ifPresent(implied ->
            events.add(new OfferedEvent("as " + implied.source() + " sends it", implied.text())));
    return events;
  }

  private static boolean isOf(Optional<FunctionDefinition> function, String file) {
    return function
        .filter(each ->
            file.equals("events/" + each.logicalId() + ".json")
                || file.equals("events/" + each.name() + ".json"))
        .isPresent();
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(application.root().resolve("events"))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".json"))
          .sorted()
          .limit(MOST_FILES)
          .toList();
    } catch (IOException e) {
      return List.of(); // there is no such folder
    }
  }

  /** Empty for one that is gone, or too large for a dialogue. */
  private static Optional<String> read(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
