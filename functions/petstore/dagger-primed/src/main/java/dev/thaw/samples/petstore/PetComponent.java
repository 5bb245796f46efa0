package dev.thaw.samples.petstore;

import dagger.Component;
import jakarta.inject.Singleton;

@Singleton
@Component(modules = PetModule.class)
interface PetComponent {
  PetTable pets();
}
