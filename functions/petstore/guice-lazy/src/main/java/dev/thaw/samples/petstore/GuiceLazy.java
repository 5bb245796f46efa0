package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.google.inject.Guice;

/**
 * The design of {@code GuiceSdkV1} on AWS SDK v2 with the URLConnection client alone. Teaches what
 * better dependencies are worth while the design stays: the first invocation still pays for
 * everything.
 */
public final class GuiceLazy implements RequestHandler<Pet, Pet> {
  private PetTable pets;

  @Override
  public Pet handleRequest(Pet pet, Context context) {
    if (pets == null) {
      pets = Guice.createInjector(new PetModule()).getInstance(PetTable.class);
    }
    return pets.create(pet);
  }
}
