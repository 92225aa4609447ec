package io.loopsentinel.agent.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a parsed expression; offsets count characters from the start of its text. */
sealed interface Node {

  /** Where the part begins. */
  int offset();

  /** Text, {@link Integer}, {@link Long}, {@link Double}, {@link Boolean} or {@code null}. */
  record Literal(int offset, @Nullable Object value) implements Node {}

  record VariableName(int offset, Variable variable) implements Node {}

  record ArgumentName(int offset, int index) implements Node {}

  record ListLiteral(int offset, List<Node> elements) implements Node {}

  /** The keys differ from each other and stand in the order of the values. */
  record MapLiteral(int offset, List<String> keys, List<Node> values) implements Node {}

  /** {@code a ?? b ?? c}: two operands or more, the first that is not null counts. */
  record Fallback(int offset, List<Node> operands) implements Node {}

  /** A value and what is read from it, one step at least. */
  record Path(int offset, Node base, List<Step> steps) implements Node {}

  /** A static field, or a call of a static method where there are arguments. */
  record StaticMember(int offset, Name type, Name member, @Nullable List<Node> arguments)
      implements Node {}

  record Construction(int offset, Name type, List<Node> arguments) implements Node {}

  /** As many arguments as the function has parameters. */
  record FunctionCall(int offset, Function function, List<Node> arguments) implements Node {}

  record AnnotationName(int offset, Name type) implements Node {}

  /**
   * The name of a member, or of a type as it was written: packages and nested types alike separated
   * by dots or dollars.
   */
  record Name(int offset, String text) {}

  /** One step of a path; where it is null-safe, a null before it ends the whole path with null. */
  sealed interface Step {

    /** Where the dot or bracket stands. */
    int offset();

    boolean nullSafe();

    /** A property, or a call of a method where there are arguments. */
    record Member(int offset, boolean nullSafe, Name name, @Nullable List<Node> arguments)
        implements Step {}

    record Index(int offset, boolean nullSafe, Node key) implements Step {}

    record Each(int offset, boolean nullSafe) implements Step {}
  }
}
