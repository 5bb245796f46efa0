package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.function.MemorySize;

class RemedyJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Some value of a record component's type. */
  private static Object value(Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      Type[] inner = generic.getActualTypeArguments();
      return switch (generic.getRawType().getTypeName()) {
        case "java.util.Optional" -> Optional.of(value(inner[0]));
        case "java.util.List" -> List.of(value(inner[0]));
        case "java.util.Set" -> Set.of(value(inner[0]));
        case "java.util.Map" -> Map.of(value(inner[0]), value(inner[1]));
        default -> throw new AssertionError("no value of " + type);
      };
    }
    Class<?> plain = (Class<?>) type;
    if (plain == MemorySize.class) {
      return new MemorySize(512);
    }
    if (plain.isRecord()) {
      return record(plain);
    }
    return switch (plain.getName()) {
      case "java.lang.String" -> "a \"b\"\n";
      case "java.nio.file.Path" -> Path.of("src/main/java/A.java");
      case "int" -> 3;
      case "boolean" -> true;
      default -> throw new AssertionError("no value of " + type);
    };
  }

  private static Object record(Class<?> type) throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(components[i].getGenericType());
    }
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    return type.getDeclaredConstructor(types).newInstance(values);
  }

  @Test
  void every_kind_of_change_is_read_back_as_it_was_written() throws Exception {
    for (Class<?> type : Change.class.getPermittedSubclasses()) {
      Remedy remedy =
          new Remedy(
              "id",
              RemedyKind.REVIEWED,
              Optional.of("finding"),
              "what",
              new Prediction(1.5, 2.25),
              (Change) record(type));
      String text = RemedyJson.tree(List.of(remedy)).toString();
      assertEquals(List.of(remedy), RemedyJson.read(JSON.readTree(text)), text);
    }
  }

  @Test
  void a_remedy_without_a_finding_and_what_is_no_remedy() throws Exception {
    Remedy remedy =
        new Remedy(
            "id",
            RemedyKind.SAFE,
            Optional.empty(),
            "what",
            new Prediction(0, 1),
            new Change.StoredJars());
    assertEquals(
        List.of(remedy),
        RemedyJson.read(JSON.readTree(RemedyJson.tree(List.of(remedy)).toString())));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            RemedyJson.read(
                JSON.readTree("[{\"kind\":\"SAFE\",\"change\":{\"type\":\"Magic\"}}]")));
  }
}
