package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.google.inject.Guice;
import com.google.inject.Injector;

/**
 * {@code GuiceStatic} with endpoint, region, credentials and HTTP client given to the client's
 * builder. Teaches that what is known need not be searched for: see {@link ConfiguredDynamoDb}.
 */
public final class GuiceStaticConfigured implements RequestHandler<Pet, Pet> {
  private static final Injector INJECTOR = Guice.createInjector(new PetModule());
  private static final PetTable PETS = INJECTOR.getInstance(PetTable.class);

  @Override
  public Pet handleRequest(Pet pet, Context context) {
    return PETS.create(pet);
  }
}
