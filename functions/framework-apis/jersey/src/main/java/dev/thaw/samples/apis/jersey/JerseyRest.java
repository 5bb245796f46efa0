package dev.thaw.samples.apis.jersey;

import com.amazonaws.serverless.proxy.internal.LambdaContainerHandler;
import com.amazonaws.serverless.proxy.jersey.JerseyLambdaContainerHandler;
import com.amazonaws.serverless.proxy.model.AwsProxyRequest;
import com.amazonaws.serverless.proxy.model.AwsProxyResponse;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.glassfish.jersey.jackson.JacksonFeature;
import org.glassfish.jersey.server.ResourceConfig;

/** The shop behind a REST API. */
public final class JerseyRest implements RequestStreamHandler {
  private static final JerseyLambdaContainerHandler<AwsProxyRequest, AwsProxyResponse> JERSEY = start();

  private static JerseyLambdaContainerHandler<AwsProxyRequest, AwsProxyResponse> start() {
    // JSON names no charset; the container would take ISO 8859-1.
    LambdaContainerHandler.getContainerConfig().setDefaultContentCharset("UTF-8");
    return JerseyLambdaContainerHandler.getAwsProxyHandler(
        new ResourceConfig(ShopResource.class, JacksonFeature.class));
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    JERSEY.proxyStream(event, answer, context);
  }
}
