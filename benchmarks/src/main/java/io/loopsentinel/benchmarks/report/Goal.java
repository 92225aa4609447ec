package io.loopsentinel.benchmarks.report;

/** What a figure should be, if anything. */
public sealed interface Goal {

  /** Returns the goal of a figure that is only reported. */
  static Goal none() {
    return new None();
  }

  /** Returns the goal of a figure that should not be larger. */
  static Goal atMost(double limit) {
    return new AtMost(limit);
  }

  /** Returns the goal of a figure that should not be smaller. */
  static Goal atLeast(double limit) {
    return new AtLeast(limit);
  }

  /** Returns the goal of a figure that should be just this. */
  static Goal exactly(double number) {
    return new Exactly(number);
  }

  /** Whether a figure is as it should be. */
  boolean isHeldBy(double figure);

  String text();

  /** No goal. */
  record None() implements Goal {

    @Override
    public boolean isHeldBy(double figure) {
      return true;
    }

    @Override
    public String text() {
      return "";
    }
  }

  /** An upper bound, itself included. */
  record AtMost(double limit) implements Goal {

    @Override
    public boolean isHeldBy(double figure) {
      return figure <= limit;
    }

    @Override
    public String text() {
      return "at most " + Figures.of(limit);
    }
  }

  /** A lower bound, itself included. */
  record AtLeast(double limit) implements Goal {

    @Override
    public boolean isHeldBy(double figure) {
      return figure >= limit;
    }

    @Override
    public String text() {
      return "at least " + Figures.of(limit);
    }
  }

  /** One number alone. */
  record Exactly(double number) implements Goal {

    @Override
    public boolean isHeldBy(double figure) {
      return figure == number;
    }

    @Override
    public String text() {
      return Figures.of(number);
    }
  }
}
