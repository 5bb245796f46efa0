package thaw.experiment;

import java.util.Optional;

/**
 * Tells how a variant ran, for those who draw it over an axis or look into it.
 *
 * @param memoryMiB its memory size
 * @param runtime of the managed ones that it has, as {@code java25}; other code has another name,
 *     or an empty one
 * @param whyOptions what {@code thaw why} needs beside the source to explain the same start; absent
 *     where it cannot have such a start
 * @param isPrimed whether a generated priming that calls something came before its snapshot
 * @param isArchived whether it is a package of {@code thaw package} that brings an archive of its
 *     classes
 * @param title what its function is called where that is not the logical id
 */
public record VariantSetting(
    int memoryMiB,
    String runtime,
    Optional<String> whyOptions,
    boolean isPrimed,
    boolean isArchived,
    Optional<String> title) {
  /** Makes a setting without a generated priming, and without an archive of its own. */
  public VariantSetting(int memoryMiB, String runtime, Optional<String> whyOptions) {
    this(memoryMiB, runtime, whyOptions, false, false, Optional.empty());
  }

  VariantSetting primed() {
    return new VariantSetting(memoryMiB, runtime, whyOptions, true, isArchived, title);
  }

  VariantSetting archived(boolean is) {
    return new VariantSetting(memoryMiB, runtime, whyOptions, isPrimed, is, title);
  }

  VariantSetting titled(Optional<String> name) {
    return new VariantSetting(memoryMiB, runtime, whyOptions, isPrimed, isArchived, name);
  }
}
