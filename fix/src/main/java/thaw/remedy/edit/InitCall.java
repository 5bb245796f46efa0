package thaw.remedy.edit;

import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.lang.model.element.TypeElement;

/** A call that a handler's constructor makes last, in init, by a method of its own. */
public interface InitCall {
  /** The method's name. */
  String method();

  /** Members that a class must not have yet. */
  default Set<String> names() {
    return Set.of(method());
  }

  /** Returns what a handler does with it, in one sentence for its Javadoc. */
  String words();

  /**
   * The method, and what it needs. Absent where it cannot be made for this handler.
   *
   * @param handler the class, or the library's that a new one extends
   * @param owner simple name of the class that gets them
   * @param named how code names a type
   * @param step by which the class is indented
   */
  Optional<String> members(
      JavaSources sources,
      TypeElement handler,
      String owner,
      UnaryOperator<String> named,
      String step);
}
