package io.loopsentinel.it.quarkus;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Function;

/** Tells the model that a tool does not exist, instead of the exception that ends the run. */
@ApplicationScoped
class UnknownTool implements Function<ToolExecutionRequest, ToolExecutionResultMessage> {

  @Override
  public ToolExecutionResultMessage apply(ToolExecutionRequest request) {
    return ToolExecutionResultMessage.from(request, "There is no tool " + request.name());
  }
}
