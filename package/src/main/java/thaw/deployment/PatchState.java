package thaw.deployment;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.sandbox.jdk.Jdk;

/**
 * Which patches a package lacks.
 *
 * @param lines for people, one for each part
 * @param lacks what a new package would have
 */
public record PatchState(List<String> lines, List<String> lacks) {
  private static final Pattern DAY = Pattern.compile("\\b20\\d{6}\\b");

  public PatchState {
    lines = List.copyOf(lines);
    lacks = List.copyOf(lacks);
  }

  /**
   * @param newest that is known
   * @param here JDKs of this machine, which may be newer
   * @param client the version of AWS's runtime client that this program brings
   */
  public static PatchState of(
      PackagedParts parts,
      NewestParts newest,
      List<Jdk> here,
      Optional<String> client,
      LocalDate today) {
    Sum sum = new Sum();
    if (parts.way().equals(PackagedParts.MANAGED)) {
      sum.fine("JVM and runtime client", "those of the managed runtime, which AWS patches");
      return sum.state();
    }
    jdk(parts, newest, here, sum);
    client(parts, newest, client, sum);
    parts.base().ifPresent(base -> base(base, newest, today, sum));
    return sum.state();
  }

  private static void jdk(PackagedParts parts, NewestParts newest, List<Jdk> here, Sum sum) {
    Optional<String> has = Versions.ofJdk(parts.jvm());
    if (has.isEmpty()) {
      sum.fine("JVM", parts.jvm() + ", a version that Thaw cannot compare");
      return;
    }
    String best = has.get();
    String told = "";
    Optional<NewestParts.Part> known = newest.of(NewestParts.JDK, best);
    if (known.isPresent() && isNewer(known.get().version(), best)) {
      best = known.get().version();
      told = "%s is there since %s".formatted(best, known.get().since());
    }
    for (Jdk each : here) {
      Optional<String> version = Versions.ofJdk(each.version());
      if (version.isPresent()
          && feature(version.get()).equals(feature(best))
          && isNewer(version.get(), best)) {
        best = version.get();
        told = "this machine has " + each.label();
      }
    }
    if (told.isEmpty()) {
      String fine = known.isPresent() ? "" : ", whose newest patch Thaw does not know";
      sum.fine("JVM", parts.jvm() + fine);
    } else {
      sum.lacking("JVM", parts.jvm(), told, "JDK " + best);
    }
  }

  private static void client(
      PackagedParts parts, NewestParts newest, Optional<String> own, Sum sum) {
    String part = "runtime client";
    if (parts.client().isEmpty()) {
      sum.fine(part, "not named in the manifest; a new package names it");
      return;
    }
    String client = parts.client().get();
    Optional<String> has = Versions.in(client);
    if (has.isEmpty() || !client.startsWith("AWS")) {
      sum.fine(part, client);
      return;
    }
    Optional<NewestParts.Part> known = newest.of(NewestParts.CLIENT, has.get());
    if (known.isPresent() && isNewer(known.get().version(), has.get())) {
      String version = known.get().version();
      String told = "%s is there since %s".formatted(version, known.get().since());
      boolean isHere = own.isPresent() && !isNewer(version, own.get());
      sum.lacking(
          part,
          client,
          isHere || parts.base().isPresent() ? told : told + ", and comes with a newer Thaw",
          "AWS's runtime client " + version);
    } else if (parts.base().isEmpty() && own.isPresent() && isNewer(own.get(), has.get())) {
      sum.lacking(part, client, "this Thaw has " + own.get(), "AWS's runtime client " + own.get());
    } else {
      sum.fine(part, client);
    }
  }

  private static void base(String base, NewestParts newest, LocalDate today, Sum sum) {
    String part = "base image";
    String version = base.substring(base.lastIndexOf(' ') + 1);
    Optional<NewestParts.Part> known =
        base.startsWith("Amazon Linux") && version.matches("\\d+(\\.\\d+)+")
            ? newest.of(NewestParts.AMAZON_LINUX, version)
            : Optional.empty();
    if (known.isPresent() && isNewer(known.get().version(), version)) {
      String told = "%s is there since %s".formatted(known.get().version(), known.get().since());
      sum.lacking(part, base, told, "a base image with Amazon Linux " + known.get().version());
      return;
    }
    String unknown = known.isPresent() ? "" : "; Thaw does not know the newest one: pull it again";
    sum.fine(part, base + age(base, today) + unknown);
  }

  /** Amazon Linux has the day of a release in its version. */
  private static String age(String base, LocalDate today) {
    Matcher matcher = DAY.matcher(base);
    if (!matcher.find()) {
      return "";
    }
    try {
      LocalDate made = LocalDate.parse(matcher.group(), DateTimeFormatter.BASIC_ISO_DATE);
      return ", " + days(made, today) + " days old";
    } catch (DateTimeParseException e) {
      return "";
    }
  }

  /** Returns how old something is. */
  public static long days(LocalDate since, LocalDate today) {
    return Math.max(0, ChronoUnit.DAYS.between(since, today));
  }

  private static String feature(String version) {
    return version.replaceFirst("\\..*", "");
  }

  private static boolean isNewer(String one, String other) {
    return Versions.BY_NUMBER.compare(one, other) > 0;
  }

  private static final class Sum {
    private final List<String> lines = new ArrayList<>();
    private final List<String> lacks = new ArrayList<>();

    void fine(String part, String what) {
      lines.add("%s: %s".formatted(part, what));
    }

    void lacking(String part, String has, String told, String lack) {
      lines.add("%s: %s, OUTDATED: %s".formatted(part, has, told));
      lacks.add(lack);
    }

    PatchState state() {
      return new PatchState(lines, lacks);
    }
  }
}
