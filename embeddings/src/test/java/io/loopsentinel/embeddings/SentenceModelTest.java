package io.loopsentinel.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sentence model, and what is found with it in labelled pairs. */
class SentenceModelTest {

  private static final double SAME_VECTOR = 0.999;

  private static SentenceModel model;
  private static Embedding embedding;

  @BeforeAll
  static void load() throws Exception {
    model = new SentenceModel();
    embedding = new Embedding(model);
  }

  @AfterAll
  static void close() throws Exception {
    model.close();
  }

  @Test
  void embedsAsLangChain4jDoes() {
    EmbeddingModel other = new AllMiniLmL6V2QuantizedEmbeddingModel();
    Stream<String> ofPairs =
        Pairs.all().pairs().stream().flatMap(pair -> Stream.of(pair.a(), pair.b()));
    Stream<String> odd =
        Stream.of(
            "Crème brûlée à la carte, señor?",
            "订单在哪里 late orders",
            "HTTP/1.1 404 <Not Found> && exit(1) `x` ~ $5 + 3^2",
            "pneumonoultramicroscopicsilicovolcanoconiosis xqzjv",
            "line\nbreak\tand\u00a0blank\u200b \ud83d\ude00");
    assertThat(Stream.concat(ofPairs, odd))
        .allSatisfy(
            text ->
                assertThat(Pairs.cosine(embedding.of(text), other.embed(text).content().vector()))
                    .isGreaterThan(SAME_VECTOR));
  }

  @Test
  void leavesLongTextsToTheirWords() throws Exception {
    assertThat(model.embed("word ".repeat(300))).isNull();
  }

  @Test
  void isRightInMostPairsThatTheRuleFinds() {
    Pairs.Rule rule = Pairs.guarded(embedding);

    assertThat(Pairs.all().toReport().find(rule, SimilarMeaning.MIN_SCORE).precision())
        .isGreaterThanOrEqualTo(0.9);
    assertThat(Pairs.later().find(rule, SimilarMeaning.MIN_SCORE).precision())
        .isGreaterThanOrEqualTo(0.8);
  }
}
