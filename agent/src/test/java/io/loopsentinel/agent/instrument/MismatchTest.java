package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.fixture.Family;
import io.loopsentinel.targets.fixture.Results;
import io.loopsentinel.targets.fixture.Shape;
import io.loopsentinel.targets.fixture.Shapes;
import io.loopsentinel.targets.match.Mismatch;
import io.loopsentinel.targets.match.Specs;
import io.loopsentinel.targets.match.Target;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MismatchTest {

  private static final String PACKAGE = "io.loopsentinel.targets.fixture.";

  /** The fixtures as the classes of an application, none of them the agent's. */
  private final GuardedWorld world = new GuardedWorld();

  @ParameterizedTest
  @MethodSource
  void saysWhyATargetMatchesNothing(TargetSpec target, String explanation) {
    assertThat(explain(target).replace(PACKAGE, "")).isEqualTo(explanation);
  }

  static Stream<Arguments> saysWhyATargetMatchesNothing() {
    return Stream.of(
        arguments(
            Specs.exact("com.acme.Shapes", "call"),
            "no class com.acme.Shapes has been loaded; there is Shapes"),
        arguments(
            Specs.exact(PACKAGE + "Family.FarTool", "execute"),
            "no class Family.FarTool has been loaded; there is Family$FarTool"),
        arguments(
            Specs.exact(PACKAGE + "Reslts", "text"),
            "no class Reslts has been loaded; there is Results"),
        arguments(
            Specs.exact("com.acme.Completely$Different", "text"),
            "no class com.acme.Completely$Different has been loaded"),
        arguments(
            Specs.exact(Shapes.class, "privateMethud"),
            "Shapes declares no privateMethud; there is privateMethod(String)"),
        arguments(
            Specs.exact(Family.Stranger.class, "somethingElse"),
            "Family$Stranger declares no somethingElse; there is execute(String), call(), call()"),
        arguments(
            Specs.withParameters(Shapes.class, "staticMethod", "int"),
            "Shapes has no staticMethod with these parameters and result; there is"
                + " staticMethod(int, long, double)"),
        arguments(
            Specs.exact(Family.Tool.class, "execute"),
            "execute is declared abstract in Family$Tool; set subtypes: true"),
        arguments(
            Specs.exact(Family.SpecialTool.class, "execute"),
            "execute is declared abstract in Family$Tool, which Family$SpecialTool extends; set"
                + " subtypes: true"),
        arguments(
            Specs.exact(Family.BaseTool.class, "execute"),
            "execute is declared abstract in Family$Tool, which Family$BaseTool extends; set"
                + " subtypes: true"),
        arguments(
            Specs.subtypes(Family.SpecialTool.class, "execute"),
            "no class that has been loaded extends or implements Family$SpecialTool and declares"
                + " execute"),
        arguments(
            Specs.withResult(Results.class, "list", "java.lang.String"),
            "Results.list() returns java.util.List, not java.lang.String"),
        arguments(
            Specs.openTo(Family.Tool.class, "execute", null, "void"),
            "Family$Tool.execute(String) returns java.lang.String, not void"),
        arguments(
            Specs.exact(Family.FartherTool.class, "log"),
            "log is declared in Family$BaseTool, not in Family$FartherTool"),
        arguments(
            Specs.subtypes(Family.Tool.class, "execute"),
            "no class that has been loaded extends or implements Family$Tool and declares execute;"
                + " Family$Heir inherits it from Family$Stranger: name that class"),
        arguments(
            Specs.annotated(null, "com.acme.ToolMethod", "com.acme", "org.foo"),
            "no method of a class that has been loaded carries com.acme.ToolMethod (looked for in"
                + " com.acme, org.foo)"),
        arguments(
            Specs.annotated(Shapes.class, "com.acme.Shape"),
            "no method of Shapes carries com.acme.Shape; there is Shape"));
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
