package io.loopsentinel.agent.command.inspect.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;

/**
 * The operand stack along a method's instructions, read once from the first to the last.
 *
 * <p>Where ways through the method meet, what the first jump there left on the stack counts, or
 * else what the instruction before did. That is no verifier: a value may be taken for another one
 * where an expression has branches. What is missing is unknown, never an error. For one thread.
 */
final class OperandStack {

  private final Map<Label, List<Value>> atLabels = new HashMap<>();
  private List<Value> values = new ArrayList<>();
  private boolean reachable = true;

  void push(Value value) {
    values.add(value);
  }

  /** Takes the topmost value; unknown where the stack is empty. */
  Value pop() {
    return values.isEmpty() ? Value.UNKNOWN : values.remove(values.size() - 1);
  }

  /** Returns the topmost value; unknown where the stack is empty. */
  Value peek() {
    return values.isEmpty() ? Value.UNKNOWN : values.get(values.size() - 1);
  }

  /** Takes so many values; returns them in the order in which they were pushed. */
  List<Value> pop(int count) {
    List<Value> popped = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      popped.add(0, pop());
    }
    return popped;
  }

  /** Puts a copy of the topmost values below so many others. */
  void duplicate(int count, int below) {
    List<Value> copied = pop(count);
    List<Value> between = pop(below);
    copied.forEach(this::push);
    between.forEach(this::push);
    copied.forEach(this::push);
  }

  /** A jump may go to a label from here. */
  void jump(Label target) {
    atLabels.putIfAbsent(target, List.copyOf(values));
  }

  /** The next instruction is not reached from this one. */
  void end() {
    reachable = false;
  }

  /** An instruction to which others may jump. */
  void label(Label label) {
    if (!reachable) {
      values = new ArrayList<>(atLabels.getOrDefault(label, List.of()));
      reachable = true;
    }
  }

  /** An instruction at which an exception is handled. */
  void handler(Value exception) {
    values = new ArrayList<>(List.of(exception));
    reachable = true;
  }
}
