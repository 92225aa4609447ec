package io.loopsentinel.embeddings;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The quantised model all-MiniLM-L6-v2. Runs on the calling thread alone, and prints nothing. */
final class SentenceModel implements AutoCloseable {

  /** Maximum number of pieces of words; the model was trained on no more. */
  private static final int MAX_PIECES = 256;

  private final WordPieces pieces;
  private final OrtEnvironment environment;
  private final OrtSession session;

  /** Loads the model from the jar. */
  SentenceModel() throws IOException, OrtException {
    environment =
        OrtEnvironment.getEnvironment(
            OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "loop-sentinel-embeddings");
    environment.setTelemetry(false);
    try (InputStream vocabulary = open("bert-vocabulary-en.txt");
        InputStream weights = open("all-minilm-l6-v2-q.onnx");
        SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setCPUArenaAllocator(false);
      pieces = new WordPieces(vocabulary);
      session = environment.createSession(weights.readAllBytes(), options);
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream stream = SentenceModel.class.getResourceAsStream("/" + resource);
    if (stream == null) {
      throw new FileNotFoundException(resource);
    }
    return stream;
  }

  /**
   * Returns the vector of a text, in the direction of the mean of its pieces; {@code null} if the
   * text is too long.
   */
  float @Nullable [] embed(String text) throws OrtException {
    long[] read = pieces.of(text);
    if (read.length > MAX_PIECES) {
      return null;
    }
    long[] used = new long[read.length];
    Arrays.fill(used, 1);
    try (OnnxTensor numbers = tensor(read);
        OnnxTensor mask = tensor(used);
        OnnxTensor types = tensor(new long[read.length]);
        OrtSession.Result result =
            session.run(
                Map.of("input_ids", numbers, "attention_mask", mask, "token_type_ids", types))) {
      return sum(((float[][][]) result.get(0).getValue())[0]);
    }
  }

  private OnnxTensor tensor(long[] values) throws OrtException {
    return OnnxTensor.createTensor(environment, new long[][] {values});
  }

  /** Returns the sum of vectors, which has the direction of their mean. */
  private static float[] sum(float[][] vectors) {
    float[] sum = new float[vectors[0].length];
    for (float[] vector : vectors) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += vector[i];
      }
    }
    return sum;
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
