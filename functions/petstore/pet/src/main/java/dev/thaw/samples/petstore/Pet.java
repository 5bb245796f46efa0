package dev.thaw.samples.petstore;

/** A pet: the function's input without an id, and its answer with one. */
public final class Pet {
  private String id;
  private String name;
  private String species;
  private int age;

  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public String getSpecies() {
    return species;
  }

  public void setSpecies(String species) {
    this.species = species;
  }

  /** In years. */
  public int getAge() {
    return age;
  }

  public void setAge(int age) {
    this.age = age;
  }
}
