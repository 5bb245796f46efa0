package thaw.app.fix;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.fix.Checkpoint;

/**
 * The file in which a search keeps where it is: {@code thaw-state/search.json} of the result's
 * folder.
 *
 * @param key of {@link FixKey}, what all answers depend on; empty in a file that nobody wrote
 * @param served a digest of the events that the function serves; empty before it has answered
 * @param scope of {@link FixScope}, the remedies that were tried
 * @param ended whether nothing is left to try
 * @param copy of the project, which a killed search has left; empty for none
 * @param buildMillis what the build of the unchanged project took
 * @param passing the tests that pass before any change; absent where all do, or nobody knows
 * @param builds by the digest of their changes, until the search has ended
 * @param search what was decided; absent where it has hardly begun
 */
@RecordBuilder
record SearchFile(
    String key,
    String served,
    String scope,
    boolean ended,
    String copy,
    long buildMillis,
    Optional<Set<String>> passing,
    Map<String, Build> builds,
    Optional<Checkpoint> search)
    implements SearchFileBuilder.With {
  static final SearchFile NONE =
      new SearchFile("", "", "", false, "", 0, Optional.empty(), Map.of(), Optional.empty());

  /**
   * What a build has made, by names within the state's folder.
   *
   * @param archive that is deployed; empty where the classes and libraries are
   */
  record Build(List<String> classes, List<String> libraries, String archive) {}
}
