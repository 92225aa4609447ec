package io.loopsentinel.it.googleadk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.StreamingMode;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.Rung;
import io.loopsentinel.it.contract.SearchedLibrary;
import io.loopsentinel.it.contract.Way;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** The ways of calling ADK. The memory is the session that each user has. */
final class EndsProgram {

  /** Takes the answer from the events of a run, as callers do. */
  private interface Caller {
    String answer(Flowable<Event> events) throws Throwable;
  }

  private EndsProgram() {}

  public static void main(String[] args) {
    RunConfig called = RunConfig.builder().build();
    RunConfig streamed = RunConfig.builder().streamingMode(StreamingMode.SSE).build();
    RunConfig concurrent = RunConfig.builder().toolExecutionMode(Adk.CONCURRENT).build();
    EndProgram.play(
        ScriptedModelServer::startGemini,
        List.of(
            way("`blockingIterable`", called, EndsProgram::methods, EndsProgram::blocking),
            way("`subscribe`", called, EndsProgram::methods, EndsProgram::subscribed),
            way(
                "`blockingIterable`, streamed",
                streamed,
                EndsProgram::methods,
                EndsProgram::blocking),
            way("`subscribe`, streamed", streamed, EndsProgram::methods, EndsProgram::subscribed),
            way(
                "`subscribe`, asynchronous tools",
                called,
                EndsProgram::classes,
                EndsProgram::subscribed),
            way(
                    "`blockingIterable`, tools concurrently",
                    concurrent,
                    EndsProgram::methods,
                    EndsProgram::blocking)
                .withConcurrentCalls(),
            way(
                    "`subscribe`, asynchronous tools concurrently",
                    concurrent,
                    EndsProgram::classes,
                    EndsProgram::subscribed)
                .withConcurrentCalls(),
            delegating("`blockingIterable`, an agent as a tool", called, EndsProgram::blocking),
            delegating("`subscribe`, an agent as a tool", called, EndsProgram::subscribed),
            delegating(
                "`subscribe`, an agent as a tool, tools concurrently",
                concurrent,
                EndsProgram::subscribed)));
  }

  /** Adds the tools to an agent. */
  private interface Tools {
    void add(LlmAgent.Builder agent, SearchedLibrary library);
  }

  private static Way way(String name, RunConfig config, Tools tools, Caller caller) {
    return Way.of(
        name, (url, library) -> asking(librarian(url, tools, library).build(), config, caller));
  }

  private static Way delegating(String name, RunConfig config, Caller caller) {
    return Way.ofAgentAsTool(
        name,
        "librarian",
        "request",
        (url, library) ->
            asking(
                Assistant.agent("manager", url)
                    .tools(AgentTool.create(librarian(url, EndsProgram::methods, library).build()))
                    .build(),
                config,
                caller));
  }

  private static LlmAgent.Builder librarian(String url, Tools tools, SearchedLibrary library) {
    LlmAgent.Builder agent = Assistant.agent("librarian", url);
    tools.add(agent, library);
    return agent;
  }

  private static Way.Assistant asking(LlmAgent agent, RunConfig config, Caller caller) {
    InMemoryRunner runner = new InMemoryRunner(agent);
    Map<String, String> sessions = new ConcurrentHashMap<>();
    return (user, question) -> {
      String session =
          sessions.computeIfAbsent(
              user,
              key ->
                  runner.sessionService().createSession(runner.appName(), key).blockingGet().id());
      Content message = Content.fromParts(Part.fromText(question));
      return caller.answer(runner.runAsync(user, session, message, config));
    };
  }

  private static void methods(LlmAgent.Builder agent, SearchedLibrary library) {
    RungTools tools = new RungTools(library);
    agent.tools(
        Stream.of("hint", "abort", "terminate")
            .map(method -> FunctionTool.create(tools, method))
            .toList());
  }

  /** Tools that work on threads of their own, and a callback that answers all their errors. */
  private static void classes(LlmAgent.Builder agent, SearchedLibrary library) {
    agent
        .tools(
            Stream.of(Rung.values()).map(rung -> new LateRungTool(rung.tool(), library)).toList())
        .onToolErrorCallbackSync(
            (context, tool, args, toolContext, error) ->
                Optional.of(Map.of("error", String.valueOf(error.getMessage()))));
  }

  private static String blocking(Flowable<Event> events) {
    String answer = "";
    for (Event event : events.blockingIterable()) {
      if (event.finalResponse() && !event.partial().orElse(false)) {
        answer = event.stringifyContent();
      }
    }
    return answer;
  }

  private static String subscribed(Flowable<Event> events) throws Throwable {
    CompletableFuture<String> end = new CompletableFuture<>();
    StringBuffer answer = new StringBuffer();
    var unused =
        events.subscribe(
            event -> {
              if (event.finalResponse() && !event.partial().orElse(false)) {
                answer.append(event.stringifyContent());
              }
            },
            end::completeExceptionally,
            () -> end.complete(answer.toString()));
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }
}
