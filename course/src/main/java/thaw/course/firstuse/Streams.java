package thaw.course.firstuse;

import java.util.List;

/** The same sum by a loop and by a stream. */
final class Streams implements Uses {
  private final List<Integer> ages = List.of(4, 7, 12);

  @Override
  public String[] steps() {
    return new String[] {"loop", "first", "second"};
  }

  @Override
  public void use(int step) {
    switch (step) {
      case 0 -> {
        int sum = 0;
        for (Integer age : ages) {
          if (age > 5) {
            sum += age;
          }
        }
        FirstUse.keep(sum);
      }
      case 1 -> FirstUse.keep(ages.stream().filter(age -> age > 5).mapToInt(age -> age).sum());
      default -> FirstUse.keep(ages.stream().filter(age -> age < 5).mapToInt(age -> age).sum());
    }
  }
}
