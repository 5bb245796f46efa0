package thaw.race;

import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields that a function's own classes declare. Names of classes are with slashes. */
final class DeclaredFields {
  private final Map<String, Map<String, Field>> fields = new HashMap<>();
  private final Map<String, String> above = new HashMap<>();

  /**
   * A field.
   *
   * @param subject how findings name it: class and field with {@code #} between them
   */
  record Field(String subject, boolean isFinal, boolean isVolatile) {}

  void add(ClassModel model) {
    String name = model.thisClass().asInternalName();
    Map<String, Field> own = new HashMap<>();
    for (FieldModel field : model.fields()) {
      if (!field.flags().has(AccessFlag.SYNTHETIC)) {
        own.put(
            field.fieldName().stringValue(),
            new Field(
                name.replace('/', '.') + "#" + field.fieldName().stringValue(),
                field.flags().has(AccessFlag.FINAL),
                field.flags().has(AccessFlag.VOLATILE)));
      }
    }
    fields.put(name, own);
    model.superclass().ifPresent(type -> above.put(name, type.asInternalName()));
  }

  /** A field as an instruction names it: its class, or one below that. */
  Optional<Field> find(String owner, String field) {
    for (@Nullable String at = owner; at != null; at = above.get(at)) {
      Field found = fields.getOrDefault(at, Map.of()).get(field);
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }
}
