package com.acme.shapes.regression;

import java.util.ArrayList;
import java.util.List;

/** Goes on predicting until the prediction stands still. */
public final class Forecast {

  private final RegressionModel model = new RegressionModel(0.4, 2);

  public String run(String series, List<Double> values) {
    List<Double> inputs = new ArrayList<>(values);
    RegressionModel.Prediction prediction = model.generate(inputs);
    double before = Double.NaN;
    while (Math.abs(prediction.value() - before) > 0.01) {
      before = prediction.value();
      inputs.add(before);
      inputs.remove(0);
      prediction = model.generate(inputs);
    }
    return series + ": " + prediction.text();
  }
}
