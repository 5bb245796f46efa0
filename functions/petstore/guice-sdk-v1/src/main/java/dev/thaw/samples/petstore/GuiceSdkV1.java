package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.google.inject.Guice;

/**
 * Create a pet, as the sample began: injector and AWS SDK v1 client are made by the first
 * invocation. Teaches what an ordinary design costs: all its classes load in the handler, on
 * throttled CPU, while somebody waits.
 */
public final class GuiceSdkV1 implements RequestHandler<Pet, Pet> {
  private PetTableV1 pets;

  @Override
  public Pet handleRequest(Pet pet, Context context) {
    if (pets == null) {
      pets = Guice.createInjector(new PetModule()).getInstance(PetTableV1.class);
    }
    return pets.create(pet);
  }
}
