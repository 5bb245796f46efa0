package thaw.app.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.app.shared.Folders;
import thaw.deployment.Bom;
import thaw.deployment.NewestParts;
import thaw.deployment.PackagedParts;
import thaw.deployment.PatchState;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdks;

/** The job {@code package --outdated}: which patches a package lacks. It asks no network. */
public final class OutdatedJob {
  /** The longest time between two security updates of OpenJDK. */
  private static final int QUARTER_DAYS = 100;

  private OutdatedJob() {}

  /**
   * @param outdated whether a new package would have something that this one lacks
   */
  public record Result(List<String> lines, boolean outdated) {
    public Result {
      lines = List.copyOf(lines);
    }
  }

  /**
   * Prints nothing.
   *
   * @param folder of a package, or with its manifest
   * @throws UserMistake where there is none
   */
  public static Result of(Path folder) {
    try {
      PackagedParts parts = PackagedParts.read(folder);
      NewestParts newest = NewestParts.shipped();
      Folders folders = Folders.of(System.getenv());
      LocalDate today = LocalDate.now(ZoneOffset.UTC);
      PatchState state =
          PatchState.of(
              parts,
              newest,
              Jdks.find(System.getenv(), folders.userHome()).all(),
              client(folders.program()),
              today);
      List<String> lines = new ArrayList<>();
      lines.add("%s, --to %s".formatted(parts.function(), parts.way()));
      lines.addAll(state.lines());
      long days = PatchState.days(newest.read(), today);
      lines.add(
          "By Thaw's data of %s (%d days old), the JDKs of this machine and this Thaw's client."
                  .formatted(newest.read(), days)
              + (days > QUARTER_DAYS
                  ? " OpenJDK has had an update since: a newer Thaw knows of it."
                  : ""));
      lines.add(
          state.lacks().isEmpty()
              ? "Nothing that is known is missing."
              : "Make the package again with %s, by the command in .github/workflows/deploy.yml."
                  .formatted(String.join(" and ", state.lacks())));
      return new Result(lines, !state.lacks().isEmpty());
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the package in " + folder + ": " + e, e);
    }
  }

  /** Returns the version of AWS's client that packages get from this program. */
  private static Optional<String> client(Path program) throws IOException {
    try (Stream<Path> jars = Files.list(program.resolve("runtime-client"))) {
      return Bom.version(
          Bom.RUNTIME_CLIENT,
          jars.filter(file -> file.toString().endsWith(".jar")).sorted().toList());
    }
  }
}
