package thaw.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import thaw.problem.UserMistake;

/** One call of a tool: its turn, and what becomes of its failures. */
record ToolCall(JobTool tool, JobOrder order) {
  McpSchema.CallToolResult answer(McpSchema.CallToolRequest request, JobNews news) {
    try {
      ToolArguments arguments = new ToolArguments(tool, request.arguments());
      return order.run(tool.needsQuiet(), () -> tool.run(arguments, news)).json();
    } catch (UserMistake mistake) {
      return failed(mistake.getMessage() + "\nRemedy: " + mistake.remedy());
    } catch (InterruptedException e) {
      return cancelled();
    } catch (RuntimeException e) {
      if (news.isCancelled()) {
        return cancelled();
      }
      System.err.println("thaw: this is a bug of Thaw's, please report it with what follows");
      e.printStackTrace();
      return failed(
          "this is a bug of Thaw's: "
              + e
              + "\nRemedy: report it with the stack trace, which is on the server's standard error");
    }
  }

  /** The session does not wait for this answer any more. */
  private McpSchema.CallToolResult cancelled() {
    return failed(tool.name() + " was cancelled\nRemedy: call it again if it is still wanted");
  }

  private static McpSchema.CallToolResult failed(String text) {
    return McpSchema.CallToolResult.builder(List.of(McpSchema.TextContent.builder(text).build()))
        .isError(true)
        .build();
  }
}
