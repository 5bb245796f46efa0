package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.google.inject.Guice;
import com.google.inject.Injector;

/**
 * Injector and client in static fields: they are made in the init phase. Teaches that the same work
 * is cheaper there, because init runs on boosted CPU at any memory size; what is left to the
 * handler is the first call.
 */
public final class GuiceStatic implements RequestHandler<Pet, Pet> {
  private static final Injector INJECTOR = Guice.createInjector(new PetModule());
  private static final PetTable PETS = INJECTOR.getInstance(PetTable.class);

  @Override
  public Pet handleRequest(Pet pet, Context context) {
    return PETS.create(pet);
  }
}
