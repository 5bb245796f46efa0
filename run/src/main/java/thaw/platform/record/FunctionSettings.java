package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.function.DurableConfig;
import thaw.function.LogSettings;

/**
 * The settings that the owner of a function chooses for one version of it, besides its code.
 *
 * @param environment null when the owner never spoke of it, which AWS tells from an empty one
 * @param layers null for those of the template, which have no ARN
 * @param tracing {@code PassThrough} or {@code Active}
 * @param snapStart {@code None} or {@code PublishedVersions}
 * @param deadLetterTarget ARN of a queue or topic
 * @param architecture {@code x86_64} or {@code arm64}
 * @param inert members of the API's configuration that have no meaning on this machine, given back
 *     as they were put: {@code VpcConfig}, {@code FileSystemConfigs}, {@code KMSKeyArn}
 * @param runtimeConfig what it runs on when {@code runtime} is {@code custom}, and only then
 * @param capacity the instances that it is to run on; null for Lambda's own
 * @param tenantIsolation {@code PER_TENANT} where each environment serves one tenant only
 * @param durable present when its executions outlive its invocations
 */
@RecordBuilder
public record FunctionSettings(
    String runtime,
    String handler,
    String role,
    String description,
    int timeoutSeconds,
    int memoryMiB,
    @Nullable Map<String, String> environment,
    @Nullable List<LayerUse> layers,
    String tracing,
    int ephemeralStorageMiB,
    String snapStart,
    LogSettings logging,
    @Nullable String deadLetterTarget,
    String architecture,
    Map<String, JsonNode> inert,
    @Nullable RuntimeUse runtimeConfig,
    CapacityProvider.@Nullable Use capacity,
    @Nullable String tenantIsolation,
    @Nullable DurableConfig durable)
    implements FunctionSettingsBuilder.With {}
