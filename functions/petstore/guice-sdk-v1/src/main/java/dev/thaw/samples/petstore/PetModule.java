package dev.thaw.samples.petstore;

import com.amazonaws.services.dynamodbv2.AmazonDynamoDB;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBClientBuilder;
import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;

final class PetModule extends AbstractModule {
  @Provides
  @Singleton
  AmazonDynamoDB dynamoDb() {
    return AmazonDynamoDBClientBuilder.defaultClient();
  }
}
