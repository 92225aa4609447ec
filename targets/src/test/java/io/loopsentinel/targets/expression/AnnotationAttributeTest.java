package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnnotationAttributeTest {

  @Retention(RetentionPolicy.RUNTIME)
  @interface Tool {
    String name() default "";

    String[] value() default {};
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Service {
    Class<?> type() default Object.class;
  }

  enum Kind {
    FAST,
    SLOW
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Rich {
    Kind kind() default Kind.SLOW;

    int limit() default 7;

    Tool[] tools();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Tool(name = "composed_tool")
  @Composed // Annotations may carry themselves.
  @interface Composed {}

  @interface Forgotten {}

  @Service(type = String.class)
  @SuppressWarnings("unused") // linked against
  static class Weather {

    @Tool(
        name = "get_weather",
        value = {"tells", "the weather"})
    void weather() {}

    @Rich(tools = {@Tool(name = "a"), @Tool(name = "b")})
    void search() {}

    @Composed
    void composed() {}

    void plain() {}
  }

  private static final String HERE = AnnotationAttributeTest.class.getName();

  private final GuardedCall weather = GuardedCall.of(Weather.class, "weather");
  private final GuardedCall plain = GuardedCall.of(Weather.class, "plain");

  @Test
  void readsTheAnnotationOfTheMethodAndThenOfItsClass() throws Throwable {
    assertThat(weather.evaluate("annotation(" + HERE + "$Tool).name")).isEqualTo("get_weather");
    assertThat(weather.evaluate("annotation(" + HERE + ".Tool).value[1]")).isEqualTo("the weather");
    assertThat(weather.evaluate("annotation(" + HERE + ".Tool).value[*]"))
        .isEqualTo(List.of("tells", "the weather"));
    assertThat(weather.evaluate("annotation(" + HERE + "$Service).type.simpleName"))
        .isEqualTo("String");
  }

  @Test
  void readsDefaultsEnumsAndAnnotationsWithin() throws Throwable {
    GuardedCall search = GuardedCall.of(Weather.class, "search");

    assertThat(search.evaluate("annotation(" + HERE + "$Rich).kind")).isEqualTo(Kind.SLOW);
    assertThat(search.evaluate("annotation(" + HERE + "$Rich).kind.name()")).isEqualTo("SLOW");
    assertThat(search.evaluate("annotation(" + HERE + "$Rich).limit")).isEqualTo(7);
    assertThat(search.evaluate("annotation(" + HERE + "$Rich).tools[*].name"))
        .isEqualTo(List.of("a", "b"));
    assertThat(search.evaluate("annotation(" + HERE + "$Tool)?.name ?? method"))
        .isEqualTo("search");
  }

  @Test
  void readsAnAnnotationThatAnotherCarries() throws Throwable {
    GuardedCall composed = GuardedCall.of(Weather.class, "composed");

    assertThat(composed.evaluate("annotation(" + HERE + "$Tool).name")).isEqualTo("composed_tool");
  }

  @Test
  void fallsBackIfThereIsNone() throws Throwable {
    assertThat(plain.evaluate("annotation(" + HERE + "$Tool)?.name ?? method")).isEqualTo("plain");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> plain.link("annotation(" + HERE + ".Tool).name"))
        .withMessage(
            Weather.class.getName()
                + ".plain has no annotation "
                + HERE
                + ".Tool, nor has its class; write annotation("
                + HERE
                + ".Tool)?. if it may be absent");
  }

  @Test
  void rejectsUnreadableAnnotation() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> weather.link("annotation(" + HERE + ".Forgotten).x"))
        .withMessage(
            HERE
                + "$Forgotten is not kept at run time (its retention is not RUNTIME), so it cannot be"
                + " read");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> weather.link("annotation(java.lang.String).x"))
        .withMessage(
            "java.lang.String is not an annotation; name one that the method or its class has");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> weather.link("annotation(" + HERE + ".Tool)?.nam"))
        .withMessageContaining("has no member \"nam\"; it has name()");
  }
}
