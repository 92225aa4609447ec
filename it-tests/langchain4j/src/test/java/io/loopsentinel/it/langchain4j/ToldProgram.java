package io.loopsentinel.it.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.scenario.ToldModel;

/** Asks an assistant whose model is told something from outside. */
final class ToldProgram {

  private ToldProgram() {}

  /** The argument names the tool that the model calls. */
  public static void main(String[] args) {
    new ToldModel(args[0])
        .play(
            url -> {
              Assistant assistant =
                  AiServices.builder(Assistant.class)
                      .chatModel(AssistantsSince10.model(url))
                      .tools(new SearchTool())
                      .hallucinatedToolNameStrategy(
                          call ->
                              ToolExecutionResultMessage.from(
                                  call, "There is no tool " + call.name()))
                      .build();
              return () -> LangChain4jApplication.ask(assistant);
            });
  }
}
