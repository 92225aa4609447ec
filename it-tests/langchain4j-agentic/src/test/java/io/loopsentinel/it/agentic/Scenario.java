package io.loopsentinel.it.agentic;

/** Who calls which agent, and how. */
enum Scenario {
  /** A supervisor that asks the librarian the same again and again, until it is told. */
  SUPERVISOR_LOOPING,
  /** The same, whatever it is told. */
  SUPERVISOR_STUBBORN,
  /** A supervisor that asks the librarian three questions, each answered with a search. */
  SUPERVISOR_HEALTHY,
  /** A librarian whose own model searches for the same again and again, until it is told. */
  TOOL_LOOPING,
  /** The same, whatever it is told. */
  TOOL_STUBBORN,
  /** A workflow that repeats an agent and has no exit. */
  LOOP_OF_TEXTS,
  /** The same with an agent whose output can be no text. */
  LOOP_OF_NUMBERS,
  /** A workflow that repeats two agents side by side on an executor, and has no exit. */
  LOOP_OF_PARALLEL_AGENTS,
  /** A workflow that repeats an agent which nobody waits for, and has no exit. */
  LOOP_OF_ASYNCHRONOUS_AGENTS,
  /** A workflow that is left after eight repetitions of an agent which works on the scope. */
  LOOP_ON_THE_SCOPE,
  /** Two users at once, for each of whom an agent is called three times. */
  TWO_USERS,
  /** One user who asks twice in one conversation: an agent is called three times for each. */
  TWO_QUESTIONS;

  static final String QUESTION = "What is there on loops?";
  static final String ANSWER = "There are three books on loops.";

  /** Returns how many users ask at once. */
  int users() {
    return this == TWO_USERS ? 2 : 1;
  }
}
