package io.loopsentinel.targets.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.fixture.Family;
import io.loopsentinel.targets.fixture.Results;
import io.loopsentinel.targets.fixture.Shape;
import io.loopsentinel.targets.fixture.Shapes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The explanation of a mismatch, from class files alone. */
class ClassPathMismatchTest {

  private static final String PACKAGE = "io.loopsentinel.targets.fixture.";

  @Test
  void namesAClassThatIsOnTheClassPath() {
    assertThat(explain(Specs.exact("com.acme.Shapes", "call")))
        .isEqualTo("no class com.acme.Shapes is on the class path; there is " + PACKAGE + "Shapes");
  }

  @Test
  void namesTheSuperclassThatDeclaresTheMethod() {
    assertThat(explain(Specs.exact(Family.FartherTool.class, "log")))
        .isEqualTo(
            "log is declared in %sFamily$BaseTool, not in %sFamily$FartherTool"
                .formatted(PACKAGE, PACKAGE));
  }

  @Test
  void advisesSubtypesForAnAbstractMethod() {
    assertThat(explain(Specs.exact(Family.Tool.class, "execute")))
        .endsWith("is declared abstract in " + PACKAGE + "Family$Tool; set subtypes: true");
  }

  @Test
  void namesTheClassThatASubtypeInheritsTheMethodFrom() {
    ClassPathTargets targets =
        targets(
            List.of(Specs.subtypes(Family.Tool.class, "execute")),
            Family.Tool.class,
            Family.Stranger.class,
            Family.Heir.class);

    assertThat(targets.match()).isEmpty();
    assertThat(targets.explain(Specs.subtypes(Family.Tool.class, "execute")))
        .isEqualTo(
            "no class that is on the class path extends or implements %sFamily$Tool and declares execute; %sFamily$Heir inherits it from %sFamily$Stranger: name that class"
                .formatted(PACKAGE, PACKAGE, PACKAGE));
  }

  @Test
  void namesTheFieldThatIsNotThere() {
    assertThat(explain(Specs.withField(Shapes.class, "staticMethod", "memory")))
        .isEqualTo(PACKAGE + "Shapes declares no field memory");
  }

  @Test
  void saysThatNoMethodIsAnnotated() {
    assertThat(explain(Specs.annotated(null, "com.acme.ToolMethod", "com.acme")))
        .isEqualTo(
            "no method of a class that is on the class path carries com.acme.ToolMethod (looked for"
                + " in com.acme)");
  }

  private static String explain(TargetSpec target) {
    ClassPathTargets targets =
        targets(
            List.of(target),
            Shape.class,
            Shapes.class,
            Results.class,
            Family.Tool.class,
            Family.BaseTool.class,
            Family.FarTool.class,
            Family.FartherTool.class);
    assertThat(targets.match()).isEmpty();
    return targets.explain(target);
  }

  private static ClassPathTargets targets(List<TargetSpec> specs, Class<?>... types) {
    ClassPathLoader loader = new ClassPathLoader();
    for (Class<?> type : types) {
      loader.add(TestClassFiles.of(type.getName()));
    }
    return new ClassPathTargets(specs, loader);
  }
}
