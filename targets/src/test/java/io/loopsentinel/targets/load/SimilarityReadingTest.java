package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.EmbeddingExtension;
import io.loopsentinel.engine.api.SimilarityExtension;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.meaning.Meaning;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.match.TestClassFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The keys {@code similarity_by} and {@code min_score} of detectors. */
class SimilarityReadingTest {

  private static final String CALLS = "{similar_calls: {similarity_by: %s}}";

  @TempDir private File folder;

  /** A similarity with scores that are no scores if a text asks for it. */
  public static final class Texts implements SimilarityExtension {

    @Override
    public String name() {
      return "texts";
    }

    @Override
    public float similarity(String a, String b) {
      return a.startsWith("wrong") ? 7 : 0.9f;
    }
  }

  /** An embedding that takes until it is interrupted if a text asks for it. */
  public static final class Vectors implements EmbeddingExtension {

    @Override
    public String name() {
      return "vectors";
    }

    @Override
    public float @Nullable [] embed(String text) {
      while (text.startsWith("slow") && !Thread.interrupted()) {
        Thread.onSpinWait();
      }
      return text.startsWith("none") ? null : new float[] {text.startsWith("zero") ? 0 : 1, 0};
    }
  }

  @BeforeEach
  void writeJar() throws IOException {
    TestClassFiles.writeExtensions(
        jar(),
        Map.of(SimilarityExtension.class, Texts.class, EmbeddingExtension.class, Vectors.class));
  }

  private File jar() {
    return new File(folder, "similarities.jar");
  }

  private ConfigResult read(String detectors, String others) throws IOException {
    String yaml =
        "sentinel:\n  extensions: [\"%s\"]\n  detectors: %s\n%s"
            .formatted(jar().getPath(), detectors, others);
    File file = new File(folder, "a.yaml");
    Files.writeString(file.toPath(), yaml);
    return Configs.load(file.getPath(), Map.of(), Map.of());
  }

  private SimilarMeaning meaning(String name) throws IOException {
    SentinelConfig config = Configs.loaded(read(CALLS.formatted(name), "")).config();
    return Objects.requireNonNull(
        config.engine().detector(SimilarCallsDetector.Settings.DEFAULT).meaning());
  }

  /** Returns the meaning of a text. A vector that comes too late is there the next time. */
  private static Meaning of(String text, SimilarMeaning meaning) {
    Meaning found = meaning.reader().apply(text);
    while (found == null) {
      found = meaning.reader().apply(text);
    }
    return found;
  }

  @Test
  @Timeout(60)
  void scoresTexts() throws IOException {
    SimilarMeaning texts = meaning("texts");

    double score = Meaning.UNKNOWN;
    while (score == Meaning.UNKNOWN) { // It may come too late.
      score = of("a text", texts).score(of("another text", texts));
    }
    assertThat(score).isGreaterThan(0.8);
    assertThat(of("wrong text", texts).score(of("another text", texts))).isEqualTo(Meaning.UNKNOWN);
  }

  @Test
  @Timeout(60)
  void embedsTexts() throws IOException {
    SimilarMeaning vectors = meaning("vectors");

    assertThat(of("a text", vectors).score(of("another text", vectors))).isEqualTo(1);
    assertThat(vectors.reader().apply("none yet")).isNull();
    assertThat(vectors.reader().apply("zero")).isNull();
  }

  @Test
  @Timeout(60)
  void vectorThatComesTooLateIsUsedNextTime() throws IOException {
    SimilarMeaning vectors = meaning("vectors");

    assertThat(vectors.reader().apply("slow text")).isNull();

    assertThat(of("slow text", vectors).toText()).isNotEmpty();
  }

  @Test
  void textsCannotBeComparedInSharedSessions() throws IOException {
    String store = "  sessions: {store: {redis: \"redis://host\"}}\n";

    assertThat(Configs.problems(read(CALLS.formatted("texts"), store)))
        .anyMatch(
            problem ->
                problem.contains(
                    "detectors.similar_calls.similarity_by: texts compares texts, which JVMs that"
                        + " share sessions do not have; name an embedding, or remove"
                        + " sessions.store"));
    assertThat(Configs.problems(read(CALLS.formatted("vectors"), store)))
        .noneMatch(problem -> problem.contains("similarity_by"));
  }

  @Test
  void proposesTheNearestName() throws IOException {
    assertThat(Configs.problems(read(CALLS.formatted("vectros"), "")))
        .singleElement()
        .asString()
        .endsWith(", or none, found the string \"vectros\"; did you mean \"vectors\"?");
  }

  @Test
  void minScoreHasNoEffectAlone() throws IOException {
    assertThat(Configs.loaded(read("{similar_turns: {min_score: 0.9}}", "")).warnings())
        .singleElement()
        .asString()
        .endsWith("detectors.similar_turns.min_score has no effect without similarity_by");
  }
}
