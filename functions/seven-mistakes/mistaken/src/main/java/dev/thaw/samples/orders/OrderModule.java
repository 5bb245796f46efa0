package dev.thaw.samples.orders;

import com.google.inject.AbstractModule;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

final class OrderModule extends AbstractModule {
  private final DynamoDbClient dynamoDb;

  OrderModule(DynamoDbClient dynamoDb) {
    this.dynamoDb = dynamoDb;
  }

  @Override
  protected void configure() {
    bind(DynamoDbClient.class).toInstance(dynamoDb);
  }
}
