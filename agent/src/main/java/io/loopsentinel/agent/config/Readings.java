package io.loopsentinel.agent.config;

import io.loopsentinel.agent.expression.Expression;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of a target; which of them may be given depends on its kind.
 *
 * @param tool the tool's name (tool targets, required); the names of all tools whose calls a
 *     response asks for (turn targets)
 * @param args the tool's arguments (tool targets; absent: the method's own arguments as a list);
 *     those of each call that a response asks for (turn targets)
 * @param session the session's key (absent: {@code run ?? thread}; for a run target: a session of
 *     its own)
 * @param unless whether a call is none that the target is about (absent: all are)
 * @param result builds the synthetic result from {@code message} (tool targets)
 * @param output the text of the result (tool targets; absent: the result itself)
 * @param failed whether the result tells of a failure (tool targets; absent: its text says)
 * @param warned builds the result once more, with {@code message} for its text: the text it had and
 *     a warning (tool targets; absent: only a result that is text itself can be warned in)
 * @param exception builds what is thrown in the place of a refused call or turn, which gets the
 *     {@code ToolLoopError} for a cause (tool and turn targets; absent: the error itself)
 * @param text the model's text (turn targets)
 * @param inputTokens tokens of the request (turn targets)
 * @param outputTokens tokens of the response (turn targets)
 * @param model the model's name (turn targets)
 * @param inject puts warnings into the next request (turn targets)
 */
public record Readings(
    @Nullable SourceExpression tool,
    @Nullable SourceExpression args,
    @Nullable SourceExpression session,
    @Nullable SourceExpression unless,
    @Nullable SourceExpression result,
    @Nullable SourceExpression output,
    @Nullable SourceExpression failed,
    @Nullable SourceExpression warned,
    @Nullable SourceExpression exception,
    @Nullable SourceExpression text,
    @Nullable SourceExpression inputTokens,
    @Nullable SourceExpression outputTokens,
    @Nullable SourceExpression model,
    @Nullable Injection inject) {

  /**
   * An argument that is replaced before the method runs.
   *
   * @param argument which one, from 0
   * @param value builds the new one from {@code message}
   */
  public record Injection(int argument, SourceExpression value) {}

  /** Returns where an expression of the target was written, if it is one of them. */
  public Optional<SourceExpression> find(Expression expression) {
    return Stream.of(
            tool,
            args,
            session,
            unless,
            result,
            output,
            failed,
            warned,
            exception,
            text,
            inputTokens,
            outputTokens,
            model,
            inject == null ? null : inject.value())
        .flatMap(Stream::ofNullable)
        // Two of them may be written alike.
        .filter(each -> isSame(each.expression(), expression))
        .findFirst();
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Expression one, Expression other) {
    return one == other;
  }
}
