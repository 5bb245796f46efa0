package thaw.heap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Static fields, and fields of objects that are alone of their class, whose values look minted: not
 * those that stand in the program's own class files or that it was given.
 */
final class GeneratedIds {
  /** The most characters of an id; a longer value is a text. */
  private static final int MOST_CHARACTERS = 128;

  /** Classes that hold one value and are no id themselves. */
  private static final Set<String> WRAPPERS =
      Set.of("java.util.concurrent.atomic.AtomicReference", "java.util.Optional");

  private final Heap heap;
  private final ApplicationLoaders own;
  private final FunctionCode code;
  private final Map<String, FunctionCode.Constants> constants = new HashMap<>();
  private final Set<Integer> literals = new HashSet<>();
  private final List<Found> found = new ArrayList<>();

  /**
   * @param value as text
   */
  record Found(SharedState finding, String value) {}

  /** A value that looks generated, and the object that has it. */
  private record Candidate(String type, String value, int object) {}

  private GeneratedIds(Heap heap, ApplicationLoaders own, FunctionCode code) {
    this.heap = heap;
    this.own = own;
    this.code = code;
    heap.classes().stream().filter(own::has).forEach(this::addLiterals);
  }

  /** HotSpot shows the constants that a class has used as an array in a field of this name. */
  private void addLiterals(HeapClass type) {
    for (HeapClass.Static field : type.statics()) {
      int array = field.name().equals("<resolved_references>") ? heap.find(field.bits()) : -1;
      if (array != LongTable.ABSENT) {
        heap.references(array, id -> literals.add(heap.find(id)));
      }
    }
  }

  static List<Found> in(Heap heap, ApplicationLoaders own, HeapPaths reach, FunctionCode code)
      throws BadHeapDump {
    GeneratedIds ids = new GeneratedIds(heap, own, code);
    for (HeapClass type : heap.classes()) {
      if (own.has(type) && !type.isHidden()) {
        for (HeapClass.Static field : type.statics()) {
          if (field.type() == JavaType.OBJECT && !HeapPaths.isInternal(field)) {
            ids.look(type, field.name(), true, field.bits());
          }
        }
      }
    }
    for (int single : ids.singles(reach)) {
      HeapClass type = heap.classOf(single).orElseThrow();
      for (Heap.Slot slot : heap.slots(type)) {
        if (slot.type() == JavaType.OBJECT && own.has(slot.declaring())) {
          ids.look(type, slot.name(), false, heap.bits(single, slot));
        }
      }
    }
    return ids.found;
  }

  private List<Integer> singles(HeapPaths reach) {
    Map<Long, Integer> first = new HashMap<>();
    Set<Long> several = new HashSet<>();
    for (int object = 0; object < heap.size(); object++) {
      HeapClass type = heap.classOf(object).orElse(null);
      if (type != null
          && own.has(type)
          && !type.isHidden()
          && reach.reached(object)
          && first.putIfAbsent(type.id(), object) != null) {
        several.add(type.id());
      }
    }
    first.keySet().removeAll(several);
    return List.copyOf(first.values());
  }

  private void look(HeapClass type, String field, boolean isStatic, long id) throws BadHeapDump {
    int object = heap.find(id);
    if (object != LongTable.ABSENT && WRAPPERS.contains(heap.className(object))) {
      object = heap.find(heap.bits(object, "value").orElse(0L));
    }
    Optional<Candidate> candidate =
        object == LongTable.ABSENT ? Optional.empty() : candidate(field, object);
    if (candidate.isPresent() && !isConstant(candidate.get(), type)) {
      found.add(
          new Found(
              new SharedState(
                  SharedState.Kind.MINTED_ID,
                  type.name(),
                  field,
                  isStatic,
                  candidate.get().type(),
                  code.isLibrary(type.name())),
              candidate.get().value()));
    }
  }

  private Optional<Candidate> candidate(String field, int object) throws BadHeapDump {
    switch (heap.className(object)) {
      case "java.lang.String" -> {
        String text = heap.string(object, MOST_CHARACTERS + 1).orElse("");
        return text.length() <= MOST_CHARACTERS && GeneratedId.looks(text)
            ? Optional.of(new Candidate("java.lang.String", text, object))
            : Optional.empty();
      }
      case "java.util.UUID" -> {
        UUID id =
            new UUID(
                heap.bits(object, "mostSigBits").orElse(0L),
                heap.bits(object, "leastSigBits").orElse(0L));
        return GeneratedId.looks(id)
            ? Optional.of(new Candidate("java.util.UUID", id.toString(), object))
            : Optional.empty();
      }
      default -> {
        byte[] bytes =
            heap.isBytes(object) ? heap.primitives(object, 1 << 10).orElseThrow() : new byte[0];
        return GeneratedId.looks(field, bytes)
            ? Optional.of(new Candidate("byte[]", HexFormat.of().formatHex(bytes), object))
            : Optional.empty();
      }
    }
  }

  private boolean isConstant(Candidate candidate, HeapClass type) throws BadHeapDump {
    if (literals.contains(candidate.object())
        || code.given().stream().anyMatch(text -> text.contains(candidate.value()))) {
      return true;
    }
    FunctionCode.Constants known = constants.computeIfAbsent(type.name(), code::constants);
    if (known.texts().contains(candidate.value())) {
      return true;
    }
    if (!candidate.type().equals("java.util.UUID")) {
      return false;
    }
    UUID id = UUID.fromString(candidate.value());
    return known.longs().contains(id.getMostSignificantBits())
            && known.longs().contains(id.getLeastSignificantBits())
        || isLiteral(candidate.value());
  }

  private boolean isLiteral(String uuid) throws BadHeapDump {
    for (int literal : literals) {
      if (literal != LongTable.ABSENT
          && heap.string(literal, uuid.length() + 1).filter(uuid::equalsIgnoreCase).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
