package thaw.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer of a tool.
 *
 * @param text as a terminal would show it, without colours
 * @param files results of this session that belong to it
 */
record ToolAnswer(String text, List<SessionResults.Entry> files) {
  ToolAnswer {
    files = List.copyOf(files);
  }

  static ToolAnswer of(String text) {
    return new ToolAnswer(text, List.of());
  }

  McpSchema.CallToolResult json() {
    List<McpSchema.Content> content = new ArrayList<>();
    content.add(McpSchema.TextContent.builder(text).build());
    for (SessionResults.Entry file : files) {
      content.add(
          McpSchema.ResourceLink.builder()
              .uri(file.uri())
              .name(file.name())
              .mimeType(file.mimeType())
              .build());
    }
    return McpSchema.CallToolResult.builder(content).isError(false).build();
  }
}
