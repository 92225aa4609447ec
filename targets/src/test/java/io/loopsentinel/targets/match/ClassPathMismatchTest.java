package io.loopsentinel.targets.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.fixture.Family;
import io.loopsentinel.targets.fixture.Results;
import io.loopsentinel.targets.fixture.Shape;
import io.loopsentinel.targets.fixture.Shapes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The explanation of a mismatch, from class files alone. */
class ClassPathMismatchTest {

  private static final String PACKAGE = "io.loopsentinel.targets.fixture.";

  @ParameterizedTest
  @MethodSource
  void saysWhyATargetMatchesNothing(TargetSpec target, String explanation) {
    assertThat(explain(target).replace(PACKAGE, "")).isEqualTo(explanation);
  }

  static Stream<Arguments> saysWhyATargetMatchesNothing() {
    return Stream.of(
        arguments(
            Specs.exact("com.acme.Shapes", "call"),
            "no class com.acme.Shapes is on the class path; there is Shapes"),
        arguments(
            Specs.exact(Family.FartherTool.class, "log"),
            "log is declared in Family$BaseTool, not in Family$FartherTool"),
        arguments(
            Specs.exact(Family.Tool.class, "execute"),
            "execute is declared abstract in Family$Tool; set subtypes: true"),
        arguments(
            Specs.withField(Shapes.class, "staticMethod", "memory"),
            "Shapes declares no field memory"),
        arguments(
            Specs.annotated(null, "com.acme.ToolMethod", "com.acme"),
            "no method of a class that is on the class path carries com.acme.ToolMethod (looked for"
                + " in com.acme)"));
  }

  @Test
  void namesTheClassThatASubtypeInheritsTheMethodFrom() {
    assertThat(
            explain(
                Specs.subtypes(Family.Tool.class, "execute"),
                Family.Tool.class,
                Family.Stranger.class,
                Family.Heir.class))
        .isEqualTo(
            "no class that is on the class path extends or implements %1$sFamily$Tool and declares execute; %1$sFamily$Heir inherits it from %1$sFamily$Stranger: name that class"
                .formatted(PACKAGE));
  }

  private static String explain(TargetSpec target) {
    return explain(
        target,
        Shape.class,
        Shapes.class,
        Results.class,
        Family.Tool.class,
        Family.BaseTool.class,
        Family.FarTool.class,
        Family.FartherTool.class);
  }

  private static String explain(TargetSpec target, Class<?>... types) {
    ClassPathLoader loader = new ClassPathLoader();
    for (Class<?> type : types) {
      loader.add(TestClassFiles.of(type.getName()));
    }
    ClassPathTargets targets = new ClassPathTargets(List.of(target), loader);
    assertThat(targets.match()).isEmpty();
    return targets.explain(target);
  }
}
