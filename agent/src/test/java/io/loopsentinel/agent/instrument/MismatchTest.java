package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.fixture.Family;
import io.loopsentinel.targets.fixture.Results;
import io.loopsentinel.targets.fixture.Shape;
import io.loopsentinel.targets.fixture.Shapes;
import io.loopsentinel.targets.match.Mismatch;
import io.loopsentinel.targets.match.Specs;
import io.loopsentinel.targets.match.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class MismatchTest {

  private static final String PACKAGE = "io.loopsentinel.targets.fixture.";

  /** The fixtures as the classes of an application, none of them the agent's. */
  private final GuardedWorld world = new GuardedWorld();

  @Test
  void namesAClassOfTheSameSimpleName() {
    assertThat(explain(Specs.exact("com.acme.Shapes", "call")))
        .isEqualTo("no class com.acme.Shapes has been loaded; there is " + PACKAGE + "Shapes");
  }

  @Test
  void namesAClassWhoseNestingIsWrittenWithADot() {
    assertThat(explain(Specs.exact(PACKAGE + "Family.FarTool", "execute")))
        .endsWith("; there is " + PACKAGE + "Family$FarTool");
  }

  @Test
  void namesAClassWhoseNameDiffersLittle() {
    assertThat(explain(Specs.exact(PACKAGE + "Reslts", "text")))
        .endsWith("; there is " + PACKAGE + "Results");
  }

  @Test
  void namesNoneIfNoneIsNear() {
    assertThat(explain(Specs.exact("com.acme.Completely$Different", "text")))
        .isEqualTo("no class com.acme.Completely$Different has been loaded");
  }

  @Test
  void namesAMethodWhoseNameDiffersLittle() {
    assertThat(explain(Specs.exact(Shapes.class, "privateMethud")))
        .isEqualTo(PACKAGE + "Shapes declares no privateMethud; there is privateMethod(String)");
  }

  @Test
  void namesTheMethodsThereAreIfNoneIsNear() {
    assertThat(explain(Specs.exact(Family.Stranger.class, "somethingElse")))
        .endsWith("declares no somethingElse; there is execute(String), call(), call()");
  }

  @Test
  void namesTheParametersThereAre() {
    assertThat(explain(Specs.withParameters(Shapes.class, "staticMethod", "int")))
        .isEqualTo(
            PACKAGE
                + "Shapes has no staticMethod with these parameters and result; there is"
                + " staticMethod(int, long, double)");
  }

  @Test
  void advisesSubtypesForAnAbstractMethod() {
    assertThat(explain(Specs.exact(Family.Tool.class, "execute")))
        .isEqualTo(
            "execute is declared abstract in " + PACKAGE + "Family$Tool; set subtypes: true");
  }

  @Test
  void advisesSubtypesForAnAbstractMethodThatATypeInherits() {
    assertThat(explain(Specs.exact(Family.SpecialTool.class, "execute")))
        .isEqualTo(
            "execute is declared abstract in %1$sFamily$Tool, which %1$sFamily$SpecialTool extends; set subtypes: true"
                .formatted(PACKAGE));
    assertThat(explain(Specs.exact(Family.BaseTool.class, "execute")))
        .endsWith("Family$BaseTool extends; set subtypes: true");
  }

  @Test
  void saysThatNothingImplementsAnInterfaceThatInheritsTheMethod() {
    assertThat(explain(Specs.subtypes(Family.SpecialTool.class, "execute")))
        .isEqualTo(
            "no class that has been loaded extends or implements %sFamily$SpecialTool and declares execute"
                .formatted(PACKAGE));
  }

  @Test
  void namesTheResultThereIs() {
    assertThat(explain(Specs.withResult(Results.class, "list", "java.lang.String")))
        .isEqualTo(PACKAGE + "Results.list() returns java.util.List, not java.lang.String");
    assertThat(explain(Specs.openTo(Family.Tool.class, "execute", null, "void")))
        .isEqualTo(PACKAGE + "Family$Tool.execute(String) returns java.lang.String, not void");
  }

  @Test
  void namesTheSuperclassThatDeclaresTheMethod() {
    assertThat(explain(Specs.exact(Family.FartherTool.class, "log")))
        .isEqualTo(
            "log is declared in "
                + PACKAGE
                + "Family$BaseTool, not in "
                + PACKAGE
                + "Family$FartherTool");
  }

  @Test
  void saysThatNothingImplementsAnInterface() {
    assertThat(explain(Specs.subtypes(Family.Tool.class, "execute")))
        .startsWith(
            "no class that has been loaded extends or implements "
                + PACKAGE
                + "Family$Tool and declares execute");
  }

  @Test
  void namesTheClassThatASubtypeInheritsTheMethodFrom() {
    assertThat(explain(Specs.subtypes(Family.Tool.class, "execute")))
        .endsWith(
            "; %sFamily$Heir inherits it from %sFamily$Stranger: name that class"
                .formatted(PACKAGE, PACKAGE));
  }

  @Test
  void saysThatNoMethodIsAnnotatedAndWhereItWasLookedFor() {
    assertThat(explain(Specs.annotated(null, "com.acme.ToolMethod", "com.acme", "org.foo")))
        .isEqualTo(
            "no method of a class that has been loaded carries com.acme.ToolMethod (looked for in"
                + " com.acme, org.foo)");
    assertThat(explain(Specs.annotated(Shapes.class, "com.acme.Shape")))
        .isEqualTo(
            "no method of %sShapes carries com.acme.Shape; there is %sShape"
                .formatted(PACKAGE, PACKAGE));
  }

  private String explain(TargetSpec target) {
    List<Class<?>> loaded =
        List.of(
            world.load(Shape.class),
            world.load(Shapes.class),
            world.load(Results.class),
            world.load(Family.Tool.class),
            world.load(Family.SpecialTool.class),
            world.load(Family.BaseTool.class),
            world.load(Family.FarTool.class),
            world.load(Family.FartherTool.class),
            world.load(Family.Stranger.class),
            world.load(Family.Heir.class));
    return Mismatch.ofLoaded(loaded).explain(new Target(target));
  }
}
