package thaw.experiment;

import java.util.Optional;
import thaw.environment.launch.EnvironmentSpec;

/**
 * One thing to measure.
 *
 * @param name unique in the experiment
 * @param description function, memory size, JDK, options, in one line
 * @param spec what its environments are made of
 * @param event the payload of the first invocation
 * @param whyOptions as {@link VariantSetting} has them
 */
public record Variant(
    String name,
    String description,
    EnvironmentSpec spec,
    byte[] event,
    Optional<String> whyOptions) {
  /** One that {@code thaw why} does not know. */
  public Variant(String name, String description, EnvironmentSpec spec, byte[] event) {
    this(name, description, spec, event, Optional.empty());
  }

  Variant withSpec(EnvironmentSpec other) {
    return new Variant(name, description, other, event, whyOptions);
  }
}
