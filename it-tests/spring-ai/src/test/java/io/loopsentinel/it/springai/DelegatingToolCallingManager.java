package io.loopsentinel.it.springai;

import java.util.List;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.definition.ToolDefinition;

/** A manager of the application, which leaves the work to Spring AI's. */
final class DelegatingToolCallingManager implements ToolCallingManager {

  private final ToolCallingManager delegate = ToolCallingManager.builder().build();

  @Override
  public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions chatOptions) {
    return delegate.resolveToolDefinitions(chatOptions);
  }

  @Override
  public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse chatResponse) {
    return delegate.executeToolCalls(prompt, chatResponse);
  }
}
