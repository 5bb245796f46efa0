package thaw.junit.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import thaw.junit.ColdStartBudget;
import thaw.junit.ColdStarts;
import thaw.junit.EachJdk;
import thaw.junit.FunctionInvocation;
import thaw.junit.LambdaFunction;
import thaw.junit.LambdaResponse;
import thaw.junit.ThawApi;
import thaw.junit.ThawApplication;
import thaw.junit.ThawFunction;
import thaw.junit.functions.Pets;

/** Process tests: what the page shows, with the functions beside it. */
@Tag("processes")
// example: functions
@ThawApplication("src/test/application")
class CreatePetTest {
  @ThawFunction("Create")
  LambdaFunction create;

  @Test
  void a_pet_is_created_from_json() {
    create
        .invoke("{\"name\": \"Tom\"}")
        .assertSucceeded()
        .statusCode(201)
        .header("location", "/pets/Tom")
        .logContains("creating Tom");
  }

  @Test
  void a_pet_is_created_from_an_object() {
    create.invoke(new Pets.Order("Rex", 4)).assertSucceeded().statusCode(201);
  }

  @Test
  void a_pet_is_created_from_a_request_of_an_api() {
    APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
    event.setBody("Tom");
    APIGatewayV2HTTPResponse response = create.invoke(event).as(APIGatewayV2HTTPResponse.class);
    assertEquals(201, response.getStatusCode());
  }

  @Test
  void a_pet_needs_a_name() {
    LambdaResponse response = create.invoke("{}");
    response.assertFailed().type(IllegalArgumentException.class).messageContains("needs a name");
  }

  // end

  // example: api
  @Test
  void the_api_answers(@ThawApi URI api) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(api + "/pets"))
            .POST(HttpRequest.BodyPublishers.ofString("Tom"))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertEquals(201, response.statusCode());
  }

  // end

  // example: async
  @Test
  void an_event_is_processed_later() {
    FunctionInvocation done =
        create.invokeAsync("{\"name\": \"Kit\"}").await(Duration.ofSeconds(30));
    assertEquals("success", done.status());
  }

  // end

  // example: jdks
  @EachJdk({"17", "25"})
  void it_runs_on_both_jdks(@ThawFunction("Create") LambdaFunction function) {
    function.invoke("{\"name\": \"Tom\"}").assertSucceeded();
  }

  // end

  // example: budget
  @Test
  void cold_starts_are_within_their_budget() {
    ColdStarts measured = create.measureColdStarts("{\"name\": \"Tom\"}", 3);
    System.out.println(measured);
    measured.assertWithin(ColdStartBudget.none().loadedClasses(4_000).memoryMiB(128));
  }
  // end
}
