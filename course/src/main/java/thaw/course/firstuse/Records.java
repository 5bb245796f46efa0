package thaw.course.firstuse;

/** A switch of two kinds, and what the compiler writes for records: linked at its first use. */
final class Records implements Uses {
  private final Pet pet = new Pet("Rex", 4);
  private final String word = "dog";
  private final Kind kind = Kind.DOG;

  private enum Kind {
    CAT,
    DOG
  }

  private record Pet(String name, int age) {}

  @Override
  public String[] steps() {
    return new String[] {"switch_string", "switch_enum", "to_string", "equals"};
  }

  @Override
  public void use(int step) {
    switch (step) {
      case 0 -> FirstUse.keep(sound(word));
      case 1 -> FirstUse.keep(sound(kind));
      case 2 -> FirstUse.keep(pet.toString());
      default -> FirstUse.keep(pet.equals(new Pet("Rex", 5)) ? "equal" : "different");
    }
  }

  private static String sound(String word) {
    return switch (word) {
      case "cat" -> "meow";
      default -> "bark";
    };
  }

  private static String sound(Kind kind) {
    return switch (kind) {
      case CAT -> "meow";
      default -> "bark";
    };
  }
}
