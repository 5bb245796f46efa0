package thaw.escape;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Puts together what JVMs said, what they allocated, and what the bytecode does. */
public final class EscapeScan {
  private final AnalyzedProgram program;
  private final List<LoggedRun> runs;
  private final Map<At, SiteFate> fates = new LinkedHashMap<>();
  private final Set<MethodName> compiled = new HashSet<>();
  private final Set<MethodName> unknown = new HashSet<>();

  private EscapeScan(AnalyzedProgram program, List<LoggedRun> runs) {
    this.program = program;
    this.runs = runs;
  }

  /**
   * The files of one JVM.
   *
   * @param compilations its log
   * @param allocations of Flight Recorder
   */
  public record Files(Path compilations, Optional<Path> allocations) {}

  /**
   * @throws IOException when a file cannot be read
   */
  public static EscapeReport of(AnalyzedProgram program, List<Files> files) throws IOException {
    List<LoggedRun> runs = new ArrayList<>();
    for (Files each : files) {
      runs.add(LoggedRun.read(each.compilations(), each.allocations(), program));
    }
    return ofRuns(program, runs);
  }

  static EscapeReport ofRuns(AnalyzedProgram program, List<LoggedRun> runs) {
    return new EscapeScan(program, runs).report();
  }

  private EscapeReport report() {
    for (LoggedRun run : runs) {
      for (Compilation compilation : run.log().compilations()) {
        optimised(run, compilation);
      }
      simple(run);
    }
    boolean counted = runs.stream().anyMatch(run -> run.allocations().isPresent());
    AllocatedBytes bytes = new AllocatedBytes();
    runs.forEach(
        run -> run.allocations().ifPresent(samples -> bytes.add(run.log(), samples, fates)));
    uncompiled(bytes);
    bytes.keepSites(fates.keySet());
    List<Loss> losses = new ArrayList<>();
    List<Loss> quiet = new ArrayList<>();
    List<Loss> uncompiled = new ArrayList<>();
    int sites = 0;
    int removed = 0;
    for (SiteFate fate : fates.values()) {
      if (fate.isCompiled()) {
        sites++;
      }
      if (fate.isRemoved()) {
        removed++;
        continue;
      }
      boolean measured = fate.isCompiled() ? fate.isCounted() : counted;
      Loss loss = fate.loss(measured ? bytes.of(fate.site().at()) : OptionalLong.empty(), bytes);
      if (!fate.isCompiled()) {
        uncompiled.add(loss);
      } else if (measured ? loss.bytes().orElse(0) == 0 : fate.isRemovedElsewhere()) {
        quiet.add(loss);
      } else {
        losses.add(loss);
      }
    }
    unseenByChance(quiet, losses);
    Comparator<Loss> order =
        Comparator.comparingLong((Loss loss) -> -loss.bytes().orElse(0))
            .thenComparing(loss -> loss.site().at().method().className())
            .thenComparing(loss -> loss.site().line())
            .thenComparing(loss -> loss.site().at().bci());
    losses.sort(order);
    quiet.sort(order);
    uncompiled.sort(order);
    return new EscapeReport(
        runs.stream().map(run -> run.log().jvm()).distinct().toList(),
        runs.isEmpty() ? "" : runs.getFirst().log().arguments(),
        compiled.size(),
        sites,
        removed,
        losses,
        quiet,
        uncompiled,
        counted
            ? OptionalLong.of(losses.stream().mapToLong(loss -> loss.bytes().orElse(0)).sum())
            : OptionalLong.empty(),
        counted ? OptionalLong.of(bytes.elsewhere()) : OptionalLong.empty(),
        notes(counted));
  }

  /**
   * Moves quiet sites to the losses if another site of the same method that stays for the same
   * reason was seen allocating: samples meet only some of many sites.
   */
  private static void unseenByChance(List<Loss> quiet, List<Loss> losses) {
    List<Loss> like =
        quiet.stream()
            .filter(one -> losses.stream().anyMatch(other -> isAlike(one, other)))
            .toList();
    quiet.removeAll(like);
    losses.addAll(like);
  }

  private static boolean isAlike(Loss one, Loss other) {
    return one.site().at().method().equals(other.site().at().method())
        && one.site().kind() == other.site().kind()
        && one.reason().key().equals(other.reason().key());
  }

  private void optimised(LoggedRun run, Compilation compilation) {
    for (Compiled part : compilation.root().all()) {
      MethodCode code = own(part.method());
      if (code != null) {
        compiled.add(part.method());
        CompiledSites.in(part, code)
            .forEach(site -> fate(site).add(run, compilation, part, program));
      }
    }
  }

  /**
   * Returns the code of a method of the user's, and notes it where not all can be known of it; null
   * where it is not the user's, or its code is not found.
   */
  private @Nullable MethodCode own(MethodName method) {
    if (!program.isOwn(method.className())) {
      return null;
    }
    MethodCode code = program.code(method);
    if (code == null || !code.isKnown()) {
      unknown.add(method);
    }
    return code;
  }

  /** Counts methods that C1 compiled as compiled for good where the JVM has no other compiler. */
  private void simple(LoggedRun run) {
    if (run.log().onlySimple()) {
      for (MethodName method : run.log().lower().keySet()) {
        MethodCode code = own(method);
        if (code != null) {
          compiled.add(method);
          code.sites().forEach(site -> fate(site).simple(run, method));
        }
      }
    }
  }

  /** Sites that were seen allocating, and that no compilation tells of. */
  private void uncompiled(AllocatedBytes bytes) {
    for (At at : bytes.places()) {
      MethodCode code = program.code(at.method());
      if (!fates.containsKey(at) && code != null) {
        code.sites().stream().filter(site -> site.at().equals(at)).forEach(this::fate);
      }
    }
  }

  private SiteFate fate(Site site) {
    return fates.computeIfAbsent(site.at(), _ -> new SiteFate(site, sourceFile(site)));
  }

  private String sourceFile(Site site) {
    ClassMethods code = program.code(site.at().method().className());
    return code == null ? "" : code.sourceFile();
  }

  private List<String> notes(boolean counted) {
    List<String> notes = new ArrayList<>();
    Set<String> said = new TreeSet<>();
    for (LoggedRun run : runs) {
      CompilationLog log = run.log();
      if (log.onlySimple()) {
        said.add("only C1 compiled: it removes no allocation, each run of a site makes an object");
      } else if (!log.turnedOffBy().isEmpty()) {
        said.add("nothing is removed: " + log.turnedOffBy());
      }
      if (!log.whole()) {
        said.add("a JVM did not end by itself, its log is not whole: compilations may be missing");
      }
    }
    notes.addAll(said);
    if (!unknown.isEmpty()) {
      notes.add(
          unknown.size()
              + (unknown.size() == 1 ? " method" : " methods")
              + " of yours could not be analysed, as the bytecode is not what ran or has an unknown"
              + " form: allocations may be missing");
    }
    if (!counted) {
      notes.add("nobody counted what was really allocated: the list has no order of importance");
    }
    return notes;
  }
}
