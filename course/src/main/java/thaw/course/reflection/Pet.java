package thaw.course.reflection;

/** What has getters. */
public final class Pet {
  private final String name;

  Pet(String name) {
    this.name = name;
  }

  public String getName() {
    return name;
  }

  public static String getKind() {
    return "dog";
  }
}
