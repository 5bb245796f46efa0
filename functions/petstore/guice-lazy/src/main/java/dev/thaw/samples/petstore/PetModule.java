package dev.thaw.samples.petstore;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

final class PetModule extends AbstractModule {
  @Provides
  @Singleton
  DynamoDbClient dynamoDb() {
    return DynamoDbClient.create();
  }
}
