package dev.thaw.samples.apis.springcloud;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.Map;
import java.util.function.Function;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Which bean answers is said by the variable SPRING_CLOUD_FUNCTION_DEFINITION. */
@SpringBootApplication
public class Application {
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  @Bean
  public Function<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> rest() {
    return event ->
        new APIGatewayProxyResponseEvent()
            .withStatusCode(200)
            .withHeaders(JSON)
            .withBody(greeting(event.getPathParameters().get("proxy")));
  }

  @Bean
  public Function<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> http() {
    return event ->
        APIGatewayV2HTTPResponse.builder()
            .withStatusCode(200)
            .withHeaders(JSON)
            .withBody(greeting(event.getRawPath()))
            .build();
  }

  private static String greeting(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return "{\"greeting\":\"Hello, " + name + "\",\"by\":\"Spring Cloud Function\"}";
  }
}
