package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A function URL's configuration. Refuses to know the HTTP handler that serves it.
 *
 * @param id the URL's first label
 * @param qualifier an alias; empty for the function itself
 * @param authType {@code NONE} or {@code AWS_IAM}
 * @param cors as the API has it
 * @param invokeMode {@code BUFFERED} or {@code RESPONSE_STREAM}; null when nobody named it
 */
public record UrlConfig(
    String id,
    String qualifier,
    String authType,
    @Nullable JsonNode cors,
    @Nullable String invokeMode,
    long createdMillis,
    long modifiedMillis) {}
