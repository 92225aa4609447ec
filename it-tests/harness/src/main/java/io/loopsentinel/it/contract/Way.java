package io.loopsentinel.it.contract;

/**
 * A way of calling a framework.
 *
 * @param name its name, parts of which the table of {@code docs/frameworks.md} has
 * @param memory whether the questions of a user are one conversation
 * @param keepsSession whether a session outlives a run, so that one that is terminated stays so
 * @param concurrent whether the calls of one response run at the same time
 * @param hidesErrorAtCall whether the framework ends a run without what a call has thrown
 * @param innerEnd what becomes of the run that called an agent as a tool, if that is aborted
 * @param factory builds the assistant that all users ask
 */
public record Way(
    String name,
    boolean memory,
    boolean keepsSession,
    boolean concurrent,
    boolean hidesErrorAtCall,
    InnerEnd innerEnd,
    Factory factory) {

  /** What becomes of the run that called an agent as a tool, if that is aborted. */
  public enum InnerEnd {
    /** It ends with the same error. */
    ENDS_RUN,
    /** The same, but for an error that is thrown at a call: the framework makes a result of it. */
    IS_RESULT_AT_CALL,
    /** The framework makes a result of the error, and the run goes on. */
    IS_RESULT
  }

  /** Builds an assistant. */
  @FunctionalInterface
  public interface Factory {

    /**
     * Returns an assistant with the tools {@code search_hint}, {@code search_abort} and {@code
     * search_terminate}, each of which takes a text {@code query} and calls {@link
     * SearchedLibrary#search}.
     *
     * @param modelUrl where the model is
     */
    Assistant assistant(String modelUrl, SearchedLibrary library) throws Exception;
  }

  /** Answers users. */
  @FunctionalInterface
  public interface Assistant {

    /**
     * Returns the answer to the next question of a user, or throws what the framework gives the
     * caller instead. Waits without a limit.
     */
    String ask(String user, String question) throws Throwable;
  }

  /** Returns a way with a memory, in which each run has a session of its own. */
  public static Way of(String name, Factory factory) {
    return new Way(name, true, false, false, false, InnerEnd.ENDS_RUN, factory);
  }

  /**
   * Returns a way in which users ask an agent that has another agent as a tool, which has the tools
   * of the {@link Factory}.
   *
   * @param agent the name of that tool
   * @param parameter its parameter, a text
   */
  public static Way ofAgentAsTool(String name, String agent, String parameter, Factory factory) {
    return of(
        name,
        (url, library) -> {
          Assistant assistant = factory.assistant(url, library);
          return (user, question) ->
              assistant.ask(user, Question.delegated(question, agent, parameter));
        });
  }

  /** Returns the same without a memory. */
  public Way withoutMemory() {
    return new Way(name, false, keepsSession, concurrent, hidesErrorAtCall, innerEnd, factory);
  }

  /** Returns the same where the conversation is the session. */
  public Way keepingItsSession() {
    return new Way(name, memory, true, concurrent, hidesErrorAtCall, innerEnd, factory);
  }

  /** Returns the same where the calls of one response run at the same time. */
  public Way withConcurrentCalls() {
    return new Way(name, memory, keepsSession, true, hidesErrorAtCall, innerEnd, factory);
  }

  /** Returns the same where the framework ends a run without what a call has thrown. */
  public Way hidingTheErrorOfACall() {
    return new Way(name, memory, keepsSession, concurrent, true, innerEnd, factory);
  }

  /** Returns the same where the run of an agent as a tool ends as said. */
  public Way with(InnerEnd end) {
    return new Way(name, memory, keepsSession, concurrent, hidesErrorAtCall, end, factory);
  }
}
