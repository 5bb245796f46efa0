/**
 * The readers of APIs: SAM's events, {@code AWS::Serverless} and {@code AWS::ApiGateway} resources,
 * OpenAPI definitions.
 */
@NullMarked
package thaw.function.template.api;

import org.jspecify.annotations.NullMarked;
