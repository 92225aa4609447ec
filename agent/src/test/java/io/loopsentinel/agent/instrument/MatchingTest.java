package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.fixture.Family;
import io.loopsentinel.targets.fixture.Marked;
import io.loopsentinel.targets.fixture.Marker;
import io.loopsentinel.targets.fixture.Results;
import io.loopsentinel.targets.fixture.Shapes;
import io.loopsentinel.targets.match.ClassFiles;
import io.loopsentinel.targets.match.MatchedMethod;
import io.loopsentinel.targets.match.Specs;
import io.loopsentinel.targets.match.TargetIndex;
import io.loopsentinel.targets.match.TestClassFiles;
import java.lang.reflect.Method;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The methods that a target matches. */
class MatchingTest {

  /** A class of a framework's newer version. */
  @SuppressWarnings("unused")
  static final class Newer {
    private long number;
    private @Nullable Object context;

    void handle() {}
  }

  @SuppressWarnings("unchecked") // The fixture is such a function.
  @Test
  void matchesImplementorsOfATypeOfTheJdk() {
    GuardedWorld world = new GuardedWorld(Specs.subtypes(Function.class, "apply"));

    Object result = world.create(Results.class, Function.class).apply("text");

    assertThat(result).isEqualTo(new Results().apply("text"));
    assertThat(world.guarded()).containsExactly("apply");
  }

  @Test
  void takesInBothAMethodAndTheOneItCalls() throws Exception {
    GuardedWorld world = new GuardedWorld(Specs.subtypes(Family.Tool.class, "execute"));

    world.create(Family.FartherTool.class, Callable.class).call();

    assertThat(world.calls())
        .extracting(call -> call.method().getDeclaringClass().getSimpleName())
        .containsExactly("FartherTool", "FarTool");
  }

  @Test
  void matchesClassesWhoseCodeSourceHasNoLocation() {
    GuardedWorld world = new GuardedWorld(Specs.subtypes(Family.Tool.class, "execute"));

    byte[] rewritten =
        world.transform(Family.FarTool.class, new CodeSource(null, (Certificate[]) null));

    assertThat(rewritten).isNotNull();
    assertThat(world.failures()).isEmpty();
  }

  @Test
  void leavesOtherClassesWithSuchAMethodAlone() throws Exception {
    GuardedWorld world = new GuardedWorld(Specs.subtypes(Family.Tool.class, "execute"));

    world.create(Family.Stranger.class, Callable.class).call();

    assertThat(world.guarded()).isEmpty();
  }

  @Test
  void leavesSubtypesAloneUnlessAsked() throws Exception {
    GuardedWorld world = new GuardedWorld(Specs.exact(Family.BaseTool.class, "*"));

    world.create(Family.FarTool.class, Callable.class).call();

    assertThat(world.guarded()).containsExactly("log");
  }

  @Test
  void takesTheTypeItselfInWithItsSubtypes() throws Exception {
    GuardedWorld world = new GuardedWorld(Specs.subtypes(Family.BaseTool.class, "*"));

    world.create(Family.FarTool.class, Callable.class).call();

    assertThat(world.guarded()).containsExactly("call", "execute", "log");
  }

  @Test
  void givesAMethodToTheUsersFirstTarget() throws Exception {
    TargetSpec profile = Specs.ofProfile(Shapes.class, "finalMethod");
    TargetSpec first = Specs.exact(Shapes.class, "final*");
    TargetSpec second = Specs.exact(Shapes.class, "finalMethod");

    List<MatchedMethod> matches =
        new TargetIndex(List.of(profile, first, second))
            .match(described(Shapes.class), described(Shapes.class));

    assertThat(matches)
        .singleElement()
        .satisfies(match -> assertThat(match.target()).isSameAs(first));
  }

  @Test
  void narrowsTheMatchByAFieldOfTheClass() {
    TargetSpec newer = Specs.withField(Newer.class, "handle", "context");
    TargetSpec other = Specs.withField(Newer.class, "handle", "memory");
    TargetSpec any = Specs.exact(Newer.class, "handle");

    List<MatchedMethod> matches =
        new TargetIndex(List.of(other, newer, any))
            .match(described(Newer.class), described(Newer.class));

    assertThat(matches)
        .singleElement()
        .satisfies(match -> assertThat(match.target()).isSameAs(newer));
  }

  @Test
  void narrowsTheMatchByParameters() throws Exception {
    GuardedWorld world =
        new GuardedWorld(
            Specs.withParameters(Shapes.class, "*", "int", "long", "double"),
            Specs.withParameters(Shapes.class, "*", "java.lang.String..."),
            Specs.withParameters(Shapes.class, "privateMethod", "int"));

    world.create(Shapes.class, Callable.class).call();

    assertThat(world.calls())
        .extracting(GuardedWorld.Call::method)
        .extracting(Method::getName)
        .containsExactlyInAnyOrder("staticMethod", "array");
  }

  @Test
  void narrowsTheMatchByTheResult() throws Exception {
    GuardedWorld world =
        new GuardedWorld(Specs.withResult(Shapes.class, "*", "java.lang.String[]"));

    world.create(Shapes.class, Callable.class).call();

    assertThat(world.guarded()).containsExactly("array");
  }

  @Test
  void takesInTheMethodOfAGenericTypeOnce() throws Exception {
    GuardedWorld world = new GuardedWorld(Specs.subtypes(Family.TypedTool.class, "execute"));

    assertThat(world.create(Family.TextTool.class, Callable.class).call()).isEqualTo("text x");
    assertThat(world.calls())
        .singleElement()
        .satisfies(call -> assertThat(call.method().isBridge()).isFalse());
  }

  @Test
  void takesInOnlyClassesOfThePackagesAndBelow() throws Exception {
    String here = Family.class.getPackageName();
    GuardedWorld inside = new GuardedWorld(Specs.subtypesIn(here, Family.Tool.class, "execute"));

    inside.create(Family.FarTool.class, Callable.class).call();

    assertThat(inside.guarded()).containsExactly("execute");
    for (String other : List.of(here + "s", here.substring(0, here.length() - 1), "com.acme")) {
      GuardedWorld outside =
          new GuardedWorld(Specs.subtypesIn(other, Family.Tool.class, "execute"));
      outside.create(Family.FarTool.class, Callable.class).call();
      assertThat(outside.guarded()).isEmpty();
    }
    String above = here.substring(0, here.lastIndexOf('.'));
    GuardedWorld below = new GuardedWorld(Specs.subtypesIn(above, Family.Tool.class, "execute"));
    below.create(Family.FarTool.class, Callable.class).call();
    assertThat(below.guarded()).containsExactly("execute");
  }

  @Test
  void matchesAnnotationsWithRuntimeRetention() throws Exception {
    GuardedWorld world = new GuardedWorld(Specs.annotated(null, "java.lang.Deprecated"));

    world.create(Marked.class, Callable.class).call();

    assertThat(world.guarded()).containsExactly("kept");
  }

  @Test
  void takesInAnnotatedMethodsWithinATypeOrPackagesOnly() throws Exception {
    String marker = Marker.class.getName();
    GuardedWorld ofOther = new GuardedWorld(Specs.annotated(Shapes.class, marker));

    ofOther.create(Marked.class, Callable.class).call();
    assertThat(ofOther.guarded()).isEmpty();
    GuardedWorld ofType = new GuardedWorld(Specs.annotated(Marked.class, marker));
    ofType.create(Marked.class, Callable.class).call();
    assertThat(ofType.guarded()).containsExactly("kept", "last");
    GuardedWorld elsewhere = new GuardedWorld(Specs.annotated(null, marker, "com.acme"));
    elsewhere.create(Marked.class, Callable.class).call();
    assertThat(elsewhere.guarded()).isEmpty();
  }

  @Test
  void saysWhichMethodsAreGuardedAndWhereAHintCannotGo() {
    GuardedWorld world =
        new GuardedWorld(
            Specs.exact(Shapes.class, "staticMethod"), Specs.exact(Shapes.class, "array"));

    world.load(Shapes.class);

    String shapes = Shapes.class.getName();
    assertThat(world.logLines())
        .containsExactlyInAnyOrder(
            "[loop-sentinel] guards "
                + shapes
                + ".staticMethod(int, long, double) as tool target a-target (loader "
                + GuardedWorld.class.getName()
                + ")",
            "[loop-sentinel] guards "
                + shapes
                + ".array(String[]) as tool target a-target (loader "
                + GuardedWorld.class.getName()
                + ")",
            "[loop-sentinel] target a-target: a hint becomes an abort in "
                + shapes
                + ".array(String[]), which returns java.lang.String[] and so cannot carry a"
                + " message; set result: to an expression that builds one from it");
  }

  @Test
  void expectsThatAHintCanComeLater() {
    GuardedWorld world = new GuardedWorld(Specs.exact(Results.class, "later"));

    world.load(Results.class);

    assertThat(world.logLines()).noneMatch(line -> line.contains("a hint becomes an abort"));
  }

  @Test
  void saysThatANumberAndNothingCarryNoHint() {
    GuardedWorld world =
        new GuardedWorld(
            Specs.exact(Results.class, "number"), Specs.exact(Results.class, "nothing"));

    world.load(Results.class);

    assertThat(world.logLines())
        .anyMatch(
            line -> line.endsWith(".number(), which returns int and so cannot carry a message"))
        .anyMatch(
            line ->
                line.endsWith(".nothing(), which returns nothing and so cannot carry a message"));
  }

  private static TypeDescription described(Class<?> type) {
    return ClassFiles.describe(type.getName(), TestClassFiles.of(type));
  }
}
