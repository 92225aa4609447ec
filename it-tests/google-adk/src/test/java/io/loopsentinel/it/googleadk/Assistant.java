package io.loopsentinel.it.googleadk;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.StreamingMode;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.Gemini;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.runner.Runner;
import com.google.adk.tools.FunctionTool;
import com.google.genai.Client;
import com.google.genai.types.Content;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Part;
import java.util.Map;
import java.util.Optional;

/** Answers questions with the help of agents. For several users at once. */
final class Assistant {

  private final Runner runner;
  private final RunConfig config;

  private Assistant(BaseAgent agent, RunConfig config) {
    this.runner = new InMemoryRunner(agent);
    this.config = config;
  }

  /** Returns one that has the agent execute its tool as it is said. */
  static Assistant of(Dispatch dispatch, String modelUrl, SearchTool tool) {
    LlmAgent.Builder agent = agent("librarian", modelUrl);
    RunConfig.Builder config = RunConfig.builder();
    switch (dispatch) {
      case CALLED -> agent.tools(FunctionTool.create(tool, "search"));
      case STREAMED -> {
        agent.tools(FunctionTool.create(tool, "search"));
        config.streamingMode(StreamingMode.SSE);
      }
      case ASYNCHRONOUS -> answeringErrors(agent.tools(FunctionTool.create(tool, "searchLater")));
      case CONCURRENT -> {
        agent.tools(FunctionTool.create(tool, "search"));
        config.toolExecutionMode(Adk.CONCURRENT);
      }
      case CALLBACK -> answeringErrors(agent.tools(new SearchClass(tool)));
    }
    return new Assistant(agent.build(), config.build());
  }

  /** Returns one that hands questions to an agent. */
  static Assistant of(BaseAgent agent) {
    return new Assistant(agent, RunConfig.builder().build());
  }

  /** Begins an agent that asks the model at a URL. */
  static LlmAgent.Builder agent(String name, String modelUrl) {
    return LlmAgent.builder().name(name).description("Knows books").model(model(modelUrl));
  }

  Conversation conversation(String user) {
    String id = runner.sessionService().createSession(runner.appName(), user).blockingGet().id();
    return question -> answer(user, id, question);
  }

  /** A user's conversation, in which questions follow each other. */
  @FunctionalInterface
  interface Conversation {

    /** Answers a question; fails as ADK fails. */
    String answer(String question);
  }

  private String answer(String user, String session, String question) {
    String answer = "";
    for (Event event :
        runner
            .runAsync(user, session, Content.fromParts(Part.fromText(question)), config)
            .blockingIterable()) {
      if (event.finalResponse() && !event.partial().orElse(false)) {
        answer = event.stringifyContent();
      }
    }
    return answer;
  }

  private static BaseLlm model(String url) {
    return new Gemini(
        "scripted",
        Client.builder()
            .apiKey("none")
            .httpOptions(HttpOptions.builder().baseUrl(url).build())
            .build());
  }

  private static void answeringErrors(LlmAgent.Builder agent) {
    agent.onToolErrorCallbackSync(
        (context, tool, args, toolContext, error) ->
            Optional.of(Map.of("error", String.valueOf(error.getMessage()))));
  }
}
