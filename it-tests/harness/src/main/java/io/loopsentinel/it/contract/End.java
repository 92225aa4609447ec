package io.loopsentinel.it.contract;

import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * What came of a way of calling and a rung.
 *
 * @param way the way of calling
 * @param memory as in {@link Way}
 * @param keepsSession as in {@link Way}
 * @param concurrent as in {@link Way}
 * @param hidesErrorAtCall as in {@link Way}
 * @param innerEnd as in {@link Way}
 * @param rung what was done about the loop
 * @param first what the user got whose question loops
 * @param runs how often the call ran that is repeated
 * @param runsAfter how often the calls ran that the model asked for together with the refused one
 * @param second what the same user got for the next question
 * @param other what the user got who asked at the same time
 * @param refusals why the model refused conversations
 */
record End(
    String way,
    boolean memory,
    boolean keepsSession,
    boolean concurrent,
    boolean hidesErrorAtCall,
    Way.InnerEnd innerEnd,
    Rung rung,
    Got first,
    int runs,
    int runsAfter,
    Got second,
    Got other,
    List<String> refusals) {

  /**
   * What a caller got: one of the three.
   *
   * @param answers the answer
   * @param failures what was thrown instead
   * @param stacks the stack of what was thrown, or those of all threads if nothing came in time
   */
  record Got(List<String> answers, List<Failure> failures, List<String> stacks) {

    static Got answer(String answer) {
      return new Got(List.of(answer), List.of(), List.of());
    }

    static Got failure(Throwable failure) {
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace));
      return new Got(List.of(), List.of(Failure.of(failure)), List.of(trace.toString()));
    }

    static Got nothing(String stacks) {
      return new Got(List.of(), List.of(), List.of(stacks));
    }

    boolean isNothing() {
      return answers.isEmpty() && failures.isEmpty();
    }

    boolean isAnswer() {
      return !answers.isEmpty();
    }

    List<Loop> loops() {
      return failures.stream().flatMap(failure -> failure.loops().stream()).toList();
    }

    /** Returns it as in a table: the class that the caller has to catch. */
    String described() {
      if (isNothing()) {
        return "nothing";
      }
      return isAnswer()
          ? "answer"
          : "`" + failures.get(0).classes().get(0).replaceFirst(".*[.$]", "") + "`";
    }
  }

  String name() {
    return way + ", " + rung.text();
  }
}
