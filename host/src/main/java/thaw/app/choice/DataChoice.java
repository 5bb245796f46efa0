package thaw.app.choice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.resource.ValueFiles;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.service.Seed;

/**
 * Chooses what is there before the start: data in services, and functions that make some.
 *
 * @param given folders with data that services start with; and numbers, by which random choices are
 *     made
 * @param before functions to invoke first: {@code FUNCTION}, or {@code FUNCTION=FILE|JSON}
 */
public record DataChoice(List<String> given, List<String> before) {
  /** No choice: data are those that the file beside the template names. */
  public static final DataChoice NONE = new DataChoice(List.of(), List.of());

  private static final String NUMBER = "-?\\d+";

  public DataChoice {
    given = List.copyOf(given);
    before = List.copyOf(before);
  }

  /**
   * A function to invoke first.
   *
   * @param event JSON
   */
  public record Step(FunctionDefinition function, byte[] event) {}

  /**
   * What is there before the start, read before anything is started.
   *
   * @param application with the secrets and parameters that files have
   * @param before functions to invoke first
   */
  public record Ready(Application application, Seed seed, List<Step> before) {}

  /**
   * Reads all of it. Every job that runs functions has its data from here.
   *
   * @param said is told where an event comes from that nobody has written
   * @throws UserMistake when it does not fit the application
   */
  public Ready ready(SourceChoice source, Consumer<String> said) {
    if (fillsResources() && !source.hasTemplate()) {
      throw new UserMistake(
          "%s has tables or buckets, and %s no template that declares them"
              .formatted(folder().orElseThrow(), source.source()),
          "name the template's folder in place of it, or add --stack TEMPLATE");
    }
    return readyWith(read(source), said);
  }

  /** Returns whether the folder has what only resources of a template can take. */
  private boolean fillsResources() {
    return folder().filter(Seed::fillsResources).isPresent();
  }

  /**
   * Returns these data of an earlier measurement, or none of them where a source without a template
   * cannot have them.
   *
   * @param said is told that they are left out
   */
  public DataChoice fitting(SourceChoice source, Consumer<String> said) {
    if (source.hasTemplate() || before.isEmpty() && !fillsResources()) {
      return this;
    }
    said.accept(
        "the earlier data are left out (%s): %s has no template, and so no tables, buckets or other functions"
            .formatted(named().strip(), source.source()));
    return NONE;
  }

  /**
   * Reads all of it for a source that is read already, as {@link #ready(SourceChoice, Consumer)}.
   */
  public Ready ready(Application application, Consumer<String> said) {
    return readyWith(filled(application), said);
  }

  private Ready readyWith(Application filled, Consumer<String> said) {
    return new Ready(filled, seed(filled), before(filled, said));
  }

  /** Returns these data, and those of another choice where this one names none. */
  public DataChoice or(DataChoice other) {
    List<String> both = new ArrayList<>(given);
    if (folder().isEmpty()) {
      both.addAll(other.given);
    }
    return new DataChoice(both, before.isEmpty() ? other.before : before);
  }

  /** Returns the same data for another folder and another day: with absolute paths, and events. */
  public DataChoice kept() {
    return new DataChoice(
        folder().map(path -> path.toAbsolutePath().normalize().toString()).stream().toList(),
        before.stream().map(DataChoice::withEvent).toList());
  }

  private static String withEvent(String step) {
    String[] parts = step.split("=", 2);
    return parts.length == 1
        ? step
        : parts[0]
            + "="
            + new String(EventChoice.read(parts[1], "--before"), StandardCharsets.UTF_8).strip();
  }

  /** The whole number that was given, where the option is that of a random order as well. */
  public long order(long otherwise) {
    try {
      return given.stream()
          .filter(text -> text.matches(NUMBER))
          .reduce((_, last) -> last)
          .map(Long::parseLong)
          .orElse(otherwise);
    } catch (NumberFormatException e) {
      throw new UserMistake(
          "--seed must be a smaller number: " + given, "use for example --seed 7");
    }
  }

  /** A command in which nothing is random. */
  public void requireNoOrder() {
    given.stream()
        .filter(text -> text.matches(NUMBER) && !Files.isDirectory(Path.of(text)))
        .findFirst()
        .ifPresent(text -> {
          throw new UserMistake(
              text + " is not a folder with data",
              "name one that has tables/TABLE.json or buckets/BUCKET/KEY in it");
        });
  }

  /**
   * Returns the same data for a command that is given in another folder, for one function: only
   * this one is there to be invoked before. The folder may be one of {@code thaw.yaml}.
   */
  public DataChoice in(Path folder, Application application, FunctionDefinition only) {
    return new DataChoice(
        folders(application).stream().limit(1).map(each -> PathFrom.folder(folder, each)).toList(),
        before.stream()
            .filter(step -> isOf(step, application, only))
            .map(step -> withEvent(step).replaceAll("\\s*\\R\\s*", " "))
            .toList());
  }

  /** Returns what of the choice is left out by {@link #in}, as somebody wrote it. */
  public List<String> elsewhere(Application application, FunctionDefinition only) {
    return Stream.concat(
            folders(application).stream().skip(1).map(folder -> "--seed " + folder),
            before.stream()
                .filter(step -> !isOf(step, application, only))
                .map(step -> "--before " + step))
        .toList();
  }

  private static boolean isOf(String step, Application application, FunctionDefinition function) {
    return application
        .named(step.split("=", 2)[0])
        .filter(named -> named.logicalId().equals(function.logicalId()))
        .isPresent();
  }

  /** Returns the choice as it is written in a command, without the number of a random order. */
  public String named() {
    StringBuilder named = new StringBuilder();
    folder().ifPresent(each -> named.append(" --seed ").append(Text.quoted(each.toString())));
    before.forEach(each -> named.append(" --before ").append(Text.quoted(each)));
    return named.toString();
  }

  public boolean isGiven() {
    return folder().isPresent() || !before.isEmpty();
  }

  /**
   * Returns the folder that the user typed, or those that {@code thaw.yaml} beside the template
   * names.
   */
  private List<Path> folders(Application application) {
    return folder().map(List::of).orElseGet(() -> ThawFile.in(application.root()).seeds());
  }

  private Optional<Path> folder() {
    List<String> folders =
        given.stream()
            .filter(text -> !text.matches(NUMBER) || Files.isDirectory(Path.of(text)))
            .toList();
    if (folders.size() > 1) {
      throw new UserMistake("two folders with data are named: " + folders, "name one of them");
    }
    return folders.stream().findFirst().map(Path::of);
  }

  /**
   * Reads the data, which is done before anything is started.
   *
   * @throws UserMistake when it does not fit the application
   */
  Seed seed(Application application) {
    Seed seed = Seed.none();
    for (Path folder : folders(application)) {
      seed =
          seed.and(
              Seed.read(
                  folder, application.tables(), application.buckets(), application.databases()));
    }
    return seed;
  }

  /** Reads the source, with the secrets and parameters that the folder has as files. */
  public Application read(SourceChoice source) {
    return filled(source.read(folder().stream().toList()));
  }

  /**
   * Reads the source as {@link #read} does, but accepts one without a function.
   *
   * @param keepsFunctions whether functions that clients make are kept
   */
  public Application readForServer(SourceChoice source, boolean keepsFunctions) {
    return filled(source.readForServer(keepsFunctions, folder().stream().toList()));
  }

  /** Returns the application with the secrets and parameters that the folder has as files. */
  Application filled(Application application) {
    Application filled = application;
    for (Path folder : folders(application)) {
      filled = Files.isDirectory(folder) ? filled.with(ValueFiles.read(folder)) : filled;
    }
    return filled;
  }

  /** Returns the steps of {@code --before}, in the order in which they were given. */
  List<Step> before(Application application, Consumer<String> said) {
    List<Step> steps = new ArrayList<>();
    for (String each : before) {
      String[] parts = each.split("=", 2);
      FunctionDefinition function = FunctionChoice.chosen(application, parts[0]);
      steps.add(
          new Step(
              function,
              parts.length == 2
                  ? EventChoice.read(parts[1], "--before")
                  : EventChoice.usual().of(application, function, said)));
    }
    return steps;
  }

  /** Differs when the data do: samples with other data are not of the same measurement. */
  public String digest(Application application, List<Step> steps) {
    List<Path> folders = folders(application);
    if (folders.isEmpty() && steps.isEmpty()) {
      return "";
    }
    try {
      MessageDigest digest = DigestUtils.getSha256Digest();
      for (Path file : files(folders)) {
        digest.update(file.toString().getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(file));
      }
      for (Step step : steps) {
        digest.update(step.function().logicalId().getBytes(StandardCharsets.UTF_8));
        digest.update(step.event());
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the data: " + e, e);
    }
  }

  private static List<Path> files(List<Path> folders) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(Files::isRegularFile).sorted().forEach(files::add);
      }
    }
    return files;
  }
}
