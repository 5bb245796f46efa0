package dev.thaw.samples.petstore;

import dagger.Module;
import dagger.Provides;
import jakarta.inject.Singleton;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Module
interface PetModule {
  @Provides
  @Singleton
  static DynamoDbClient dynamoDb() {
    return ConfiguredDynamoDb.client();
  }
}
