package thaw.experiment.sampling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * Tells how one kind of run has its samples in {@link JsonLines}: how a sample becomes a line and
 * back, and with which earlier lines the run goes on.
 *
 * @param <T> a sample
 */
public interface SampleFormat<T> {
  /** The lines that a new file begins with. */
  List<ObjectNode> head();

  /**
   * The lines that the file has from now on, before the samples that this run adds.
   *
   * @param lines what an earlier run has left
   * @return empty when they are of something else, or complete: then they are moved aside
   */
  Optional<List<ObjectNode>> resumed(List<ObjectNode> lines);

  /** The samples of such lines. */
  List<T> samples(List<ObjectNode> lines);

  ObjectNode line(T sample);
}
