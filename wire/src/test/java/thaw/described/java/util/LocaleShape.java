package thaw.described.java.util;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** Called as the annotation processor calls descriptions of others' types. */
public final class LocaleShape extends Shape<Locale> {
  public LocaleShape() {}

  @Override
  public Locale wire(Wire w, @Nullable Locale value) {
    return Locale.forLanguageTag(
        String.valueOf(w.string(value == null ? null : value.toLanguageTag())));
  }
}
