package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;

/**
 * {@code Dagger}, and a first call in init that is made to fail. Teaches priming: what the client
 * initialises lazily is initialised while CPU is boosted, and the first pet finds a warm client.
 */
public final class DaggerPrimed implements RequestHandler<Pet, Pet> {
  private static final PetTable PETS = DaggerPetComponent.create().pets();

  static {
    PETS.prime();
  }

  @Override
  public Pet handleRequest(Pet pet, Context context) {
    return PETS.create(pet);
  }
}
