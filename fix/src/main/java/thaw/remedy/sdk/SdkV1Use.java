package thaw.remedy.sdk;

import com.sun.source.tree.CompilationUnitTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import thaw.remedy.edit.JavaSources;

/**
 * Tells how a module's sources use version 1 of the AWS SDK, and what of that is not known to be
 * migrated right.
 *
 * @param gaps in the order of files and lines; empty when all of it is known
 * @param artifacts of services that are used, with those that take their place
 * @param files all sources, in the form that AWS's recipes know
 */
record SdkV1Use(List<Gap> gaps, SortedMap<String, String> artifacts, Map<Path, String> files) {
  /**
   * Something that a person has to migrate.
   *
   * @param line counts from 1
   */
  record Gap(Path file, int line, String what) {
    String text() {
      return file + ":" + line + " " + what;
    }
  }

  /**
   * @param handler the class that Lambda calls, by binary name: what it takes and returns is JSON
   */
  static SdkV1Use of(JavaSources sources, String handler) {
    List<Gap> gaps = new ArrayList<>();
    SortedMap<String, String> artifacts = new TreeMap<>();
    Map<Path, String> files = new LinkedHashMap<>();
    for (CompilationUnitTree unit : sources.units()) {
      SdkV1Scan scan = new SdkV1Scan(sources, unit, handler);
      scan.scan(unit, null);
      gaps.addAll(scan.gaps());
      scan.services().forEach(service -> artifacts.put(service.artifact(), service.successor()));
      files.put(sources.file(unit), scan.plain().text());
    }
    return new SdkV1Use(List.copyOf(gaps), artifacts, files);
  }
}
