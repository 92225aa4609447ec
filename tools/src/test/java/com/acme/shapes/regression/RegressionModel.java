package com.acme.shapes.regression;

import java.util.List;

/** A statistical model. */
public final class RegressionModel {

  /** What it predicts. */
  public record Prediction(String text, double value, int inputSize, int outputSize) {}

  private final double slope;
  private final double intercept;

  public RegressionModel(double slope, double intercept) {
    this.slope = slope;
    this.intercept = intercept;
  }

  public Prediction generate(List<Double> inputs) {
    double sum = 0;
    for (double input : inputs) {
      sum += slope * input + intercept;
    }
    return new Prediction("sum " + sum, sum, inputs.size(), 1);
  }
}
