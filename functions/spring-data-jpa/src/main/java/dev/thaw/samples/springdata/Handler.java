package dev.thaw.samples.springdata;

import com.amazonaws.serverless.exceptions.ContainerInitializationException;
import com.amazonaws.serverless.proxy.model.AwsProxyRequest;
import com.amazonaws.serverless.proxy.model.AwsProxyResponse;
import com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Starts Spring in init, and passes requests on to it. */
public final class Handler implements RequestStreamHandler {
  private static final SpringBootLambdaContainerHandler<AwsProxyRequest, AwsProxyResponse> SPRING =
      start();

  private static SpringBootLambdaContainerHandler<AwsProxyRequest, AwsProxyResponse> start() {
    try {
      return SpringBootLambdaContainerHandler.getAwsProxyHandler(Application.class);
    } catch (ContainerInitializationException e) {
      throw new IllegalStateException("Spring did not start", e);
    }
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    SPRING.proxyStream(event, answer, context);
  }
}
