package io.loopsentinel.agent.config;

import java.util.List;

/** Which of the shipped profiles are used. */
public sealed interface ProfileSelection {

  /** All of them: {@code profiles: auto}. */
  record Auto() implements ProfileSelection {}

  /** None: {@code profiles: none}. */
  record None() implements ProfileSelection {}

  /**
   * Those named.
   *
   * @param names names of shipped profiles
   */
  record Named(List<String> names) implements ProfileSelection {

    public Named {
      names = List.copyOf(names);
    }
  }
}
