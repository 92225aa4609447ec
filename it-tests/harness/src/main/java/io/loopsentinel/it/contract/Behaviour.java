package io.loopsentinel.it.contract;

import io.loopsentinel.it.model.Script;

/** The behaviour of a model in a scenario: one of {@link ModelBehaviour}, or of a framework. */
public interface Behaviour {

  /** Returns the name by which a program is asked to play it. */
  String name();

  /** Returns the script of a model with these habits. */
  Script script(Habits habits);

  /** Returns the number of users who ask at the same time. */
  default int users() {
    return 1;
  }

  /** Returns the number of questions of each user. */
  default int rounds() {
    return users();
  }

  /** Returns the number of searches that wait for each other. */
  default int searches() {
    return users();
  }
}
