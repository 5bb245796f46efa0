package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;

/**
 * {@code GuiceStaticConfigured} with Dagger in Guice's place. Teaches that the compiler can wire
 * the objects, so that nothing is left to reflect on at run time; the first call of the client,
 * whose marshallers and connection come into being lazily, remains in the handler.
 */
public final class Dagger implements RequestHandler<Pet, Pet> {
  private static final PetTable PETS = DaggerPetComponent.create().pets();

  @Override
  public Pet handleRequest(Pet pet, Context context) {
    return PETS.create(pet);
  }
}
