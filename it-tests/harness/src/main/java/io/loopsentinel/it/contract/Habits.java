package io.loopsentinel.it.contract;

import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The habits of the scripted models of a framework.
 *
 * @param toolPrefix the framework's prefix of tool names
 * @param arguments the arguments of a search as a format of its query
 * @param patience the number of responses after which a model gives up
 * @param volumes the number of calls that {@link ModelBehaviour#CHATTING} makes in turn
 * @param polls how often {@link ModelBehaviour#POLLING} makes its call
 * @param heedsFailures whether a warning ends {@link ModelBehaviour#FAILING}; else a call that is
 *     not run
 */
public record Habits(
    String toolPrefix,
    String arguments,
    int patience,
    int volumes,
    int polls,
    boolean heedsFailures) {

  /**
   * A tool {@code search} with the parameter {@code query}, and 12 responses. Nine polls are more
   * than any rung of the ladder allows.
   */
  public static final Habits DEFAULT = new Habits("", "{\"query\": \"%s\"}", 12, 3, 9, false);

  private static final String UNKNOWN = "find";
  private static final String SMALL_TALK =
      "Let me look for one more volume, and then I shall answer.";

  /** Returns the same for a framework that puts a prefix before the names of tools. */
  public Habits withToolPrefix(String toolPrefix) {
    return new Habits(toolPrefix, arguments, patience, volumes, polls, heedsFailures);
  }

  /** Returns the same with other arguments of a search, a format of its query. */
  public Habits withArguments(String arguments) {
    return new Habits(toolPrefix, arguments, patience, volumes, polls, heedsFailures);
  }

  /** Returns the same with another number of responses after which a model gives up. */
  public Habits withPatience(int patience) {
    return new Habits(toolPrefix, arguments, patience, volumes, polls, heedsFailures);
  }

  /** Returns the same with another number of calls in turn. */
  public Habits withVolumes(int volumes) {
    return new Habits(toolPrefix, arguments, patience, volumes, polls, heedsFailures);
  }

  /** Returns the same with another number of polls, because the framework ends longer runs. */
  public Habits withPolls(int polls) {
    return new Habits(toolPrefix, arguments, patience, volumes, polls, heedsFailures);
  }

  /** Returns the same, but a warning ends {@link ModelBehaviour#FAILING}. */
  public Habits heedingFailures() {
    return new Habits(toolPrefix, arguments, patience, volumes, polls, true);
  }

  /** Returns the name of the tool that searches. */
  public String tool() {
    return toolPrefix + "search";
  }

  /** Returns the name of the tool that does not exist. */
  public String unknownTool() {
    return toolPrefix + UNKNOWN;
  }

  public ToolCall search(String query) {
    return new ToolCall(tool(), arguments.formatted(query));
  }

  /** Returns a call of a tool that does not exist. */
  public ToolCall unknown() {
    return new ToolCall(unknownTool(), "{\"title\": \"loops\"}");
  }

  /** Returns a model that makes calls until a result or the next message warns it of a loop. */
  public Script untilWarned(IntFunction<List<ToolCall>> calls) {
    Script unwarned = Script.untilExhausted(patience, calls);
    return conversation ->
        isWarned(conversation) ? new Answer(ModelBehaviour.ANSWER) : unwarned.next(conversation);
  }

  /** Returns a model that makes calls until a result says that one was not run. */
  public Script untilStopped(IntFunction<List<ToolCall>> calls) {
    Script unstopped = Script.untilExhausted(patience, calls);
    return conversation ->
        conversation.latestHints().stream().anyMatch(hint -> hint.contains("was not run"))
            ? new Answer(ModelBehaviour.ANSWER)
            : unstopped.next(conversation);
  }

  /** Returns a model that adds a new call of the same kind to each response with a single call. */
  public Script besideEach(Behaviour behaviour, Script script) {
    return conversation ->
        behaviour != ModelBehaviour.POLLING
                && script.next(conversation) instanceof ToolCalls calls
                && calls.calls().size() == 1
            ? new ToolCalls(
                calls.text(),
                List.of(
                    calls.calls().get(0), search(queryBeside(behaviour, conversation.responses()))))
            : script.next(conversation);
  }

  private String queryBeside(Behaviour behaviour, int responses) {
    if (behaviour == ModelBehaviour.CHATTING) {
      return "chapter " + responses % volumes;
    }
    if (behaviour == ModelBehaviour.FAILING) {
      return Library.BROKEN + "in room " + responses;
    }
    return behaviour == ModelBehaviour.BROWSING
        ? Library.MAP + "in room " + responses
        : Library.unsorted(responses);
  }

  Script failing(IntFunction<List<ToolCall>> calls) {
    return heedsFailures ? untilWarned(calls) : untilStopped(calls);
  }

  Script chatting() {
    Script unwarned =
        conversation ->
            conversation.responses() < patience
                ? new ToolCalls(
                    SMALL_TALK, List.of(search("volume " + conversation.responses() % volumes)))
                : new Answer(Script.EXHAUSTED);
    return conversation ->
        conversation.isWarned() || !conversation.latestWarnings().isEmpty()
            ? new Answer(ModelBehaviour.ANSWER)
            : unwarned.next(conversation);
  }

  private static boolean isWarned(Conversation conversation) {
    return !conversation.latestHints().isEmpty() || !conversation.latestWarnings().isEmpty();
  }
}
