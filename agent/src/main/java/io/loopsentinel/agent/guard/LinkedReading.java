package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.expression.LinkedExpression;
import java.util.List;

/**
 * An expression of a target, linked to one method.
 *
 * @param key the key of the target under which it stands
 * @param source the expression as it was written
 * @param linked the expression as it is evaluated
 */
record LinkedReading(String key, SourceExpression source, LinkedExpression linked) {

  /** Returns what may be misspelt in it, each with its place: it is looked for at run time. */
  List<String> notes() {
    return linked.notes().stream()
        .map(note -> source.at(note.offset()) + ": " + note.getMessage())
        .toList();
  }
}
