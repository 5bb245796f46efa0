package thaw.app.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
 * are at the moment, and those that the template implies. No link leads out of the project.
 */
record ProjectEvents(Application application) {
  private static final int MOST_FILES = 50;
  private static final int MOST_BYTES_OF_ONE = 256 * 1024;
  private static final int MOST_BYTES = 1024 * 1024;

  /** Returns the events of a function by its name; files whose names resemble it come first. */
  List<OfferedEvent> of(String name) {
    Optional<FunctionDefinition> function =
        application.functions().stream().filter(each -> each.name().equals(name)).findFirst();
    List<OfferedEvent> events = new ArrayList<>();
    int left = MOST_BYTES;
    for (Path file : files(function)) {
      Optional<byte[]> bytes = read(file, Math.min(left, MOST_BYTES_OF_ONE));
      left -= bytes.map(read -> read.length).orElse(0);
      bytes
          .map(read -> new OfferedEvent(shown(file), new String(read, StandardCharsets.UTF_8)))
          .ifPresent(events::add);
    }
    function
        .flatMap(each -> ImpliedEvent.of(application, each))
        .ifPresent(implied ->
            events.add(new OfferedEvent("as " + implied.source() + " sends it", implied.text())));
    return events;
  }

  private static String shown(Path file) {
    return "events/" + file.getFileName();
  }

  private static boolean isOf(Optional<FunctionDefinition> function, String file) {
    return function
        .filter(each ->
            file.equals("events/" + each.logicalId() + ".json")
                || file.equals("events/" + each.name() + ".json"))
        .isPresent();
  }

  private List<Path> files(Optional<FunctionDefinition> function) {
    try {
      Path folder = application.root().resolve("events").toRealPath();
      if (!folder.startsWith(application.root().toRealPath())) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .filter(file -> file.getFileName().toString().endsWith(".json"))
            .sorted(
                Comparator.comparing((Path file) -> !isOf(function, shown(file)))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(MOST_FILES)
            .toList();
      }
    } catch (IOException e) {
      return List.of(); // there is no such folder
    }
  }

  /**
   * Returns the bytes of a file; empty for a link, and for a file that is gone, or too large for a
   * dialogue.
   *
   * @param most bytes of it
   */
  private static Optional<byte[]> read(Path file, int most) {
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > most) {
        return Optional.empty();
      }
      try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(in.readNBytes(most));
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
