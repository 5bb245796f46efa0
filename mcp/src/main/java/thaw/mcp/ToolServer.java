package thaw.mcp;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import thaw.app.shared.ProgramVersion;

/** The server that one client talks to: its tools, the results of its session, and its end. */
final class ToolServer {
  /** The time in which a job removes its processes and folders after it was cancelled. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String INSTRUCTIONS =
      "Thaw runs Java Lambda functions on this machine as AWS runs them. To make a cold start"
          + " shorter: call bench before you edit, call why to see what costs time, edit or call"
          + " fix, then call bench again with the same arguments and compare both figures with"
          + " their intervals. Give source as an absolute path of the folder with the SAM template."
          + " Measurements take seconds to minutes, and one job runs at a time so that none"
          + " disturbs another one.";

  /** {@link ToolArguments} checks what comes, and says how to mend it. */
  static final JsonSchemaValidator UNCHECKED =
      (_, _) -> JsonSchemaValidator.ValidationResponse.asValid("");

  private final SessionResults results;
  private final JobOrder order = new JobOrder();
  private final List<JobTool> tools;

  /**
   * @param cache where results are kept, and where running platforms are found
   */
  ToolServer(Path cache) {
    this.results = SessionResults.in(cache);
    this.tools =
        List.of(
            new BenchTool(results),
            new WhyTool(results),
            new FixTool(results),
            new InvokeTool(),
            new LogsTool(cache),
            new TraceTool(cache));
  }

  /** Returns when the client has closed its end and no job is at work any more. */
  void serve(InputStream requests, OutputStream protocol) throws InterruptedException {
    McpJsonMapper json = new JacksonMcpJsonMapper(JsonMapper.builder().build());
    StdioTransport transport = new StdioTransport(json, requests, protocol);
    McpSyncServer server =
        McpServer.sync(transport)
            .jsonMapper(json)
            .serverInfo("thaw", ProgramVersion.read())
            .instructions(INSTRUCTIONS)
            .capabilities(
                McpSchema.ServerCapabilities.builder()
                    .tools(false)
                    .resources(false, true)
                    .logging()
                    .build())
            .validateToolInputs(false)
            .jsonSchemaValidator(UNCHECKED)
            .tools(tools.stream().map(this::specified).toList())
            .build();
    results.announceTo(server);
    transport.awaitEnd();
    order.awaitIdle(PATIENCE);
  }

  private SyncToolSpecification specified(JobTool tool) {
    McpSchema.Tool described =
        McpSchema.Tool.builder(tool.name(), tool.input().json())
            .description(tool.description())
            .annotations(tool.effect().hints())
            .build();
    return SyncToolSpecification.builder()
        .tool(described)
        .callHandler((exchange, request) ->
            new ToolCall(tool, order).answer(request, new JobNews(exchange, request)))
        .build();
  }
}
