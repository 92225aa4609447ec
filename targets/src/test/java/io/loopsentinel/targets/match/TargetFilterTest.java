package io.loopsentinel.targets.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.ShippedTargets;
import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.fixture.Family;
import io.loopsentinel.targets.fixture.Marked;
import io.loopsentinel.targets.fixture.Marker;
import io.loopsentinel.targets.fixture.Results;
import io.loopsentinel.targets.fixture.Shapes;
import io.loopsentinel.targets.load.Profiles;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The filter turns away no class that has a method of a target. */
class TargetFilterTest {

  private static final List<Class<?>> REAL =
      List.of(
          Shapes.class,
          Results.class,
          Family.FartherTool.class,
          Family.TextTool.class,
          ConcurrentHashMap.class,
          CompletableFuture.class,
          Character.class,
          ClassLoader.class);

  /** Finds no class file: a loaded class has no need of one. */
  private static final ClassLoader ANY_LOADER = new ClassLoader(null) {};

  private final TargetFilter shipped = new TargetFilter(ShippedTargets.open().hints());

  static List<TargetSpec> targets() {
    return Profiles.shipped().targets(SentinelConfig.DEFAULT);
  }

  /** Written by hand, with no more in it than the target asks for. */
  @ParameterizedTest
  @MethodSource("targets")
  void inspectClassesWithTheNamesOfProfileTargets(TargetSpec target) {
    List<String> types = new ArrayList<>();
    String own = target.type() == null ? "com.acme.Any" : target.type();
    if (target.type() == null || target.packages().stream().allMatch(own::startsWith)) {
      types.add(own);
    }
    if (target.subtypes()) {
      types.add("com.acme.Implementor");
    }
    for (String type : types) {
      String name = inPackages(target, type).replace('.', '/');
      byte[] file = classFile(name, target);
      assertThat(matches(target, described(name, file)))
          .as("%s takes in %s", target.name(), name)
          .isTrue();

      assertThat(filter(target).mayMatch(name, file)).as("%s alone", target.name()).isTrue();
      assertThat(shipped.mayMatch(name, file)).as("%s among all", target.name()).isTrue();
    }
  }

  /** With the types of each method as a person would write them, and those of nested classes. */
  @Test
  void lookCloserAtRealClassesForEachOfTheirMethods() {
    for (Class<?> type : REAL) {
      byte[] file = TestClassFiles.of(type);
      String name = type.getName().replace('.', '/');
      TypeDescription described = described(name, file);
      for (MethodDescription method : described.getDeclaredMethods()) {
        if (Target.isGuardable(method)) {
          for (TargetSpec target : targetsFor(type, method)) {
            assertThat(matches(target, described)).as("%s takes in %s", target, method).isTrue();

            assertThat(filter(target).mayMatch(name, file))
                .as("%s for %s", target, method)
                .isTrue();
          }
        }
      }
    }
  }

  @Test
  void lookCloserAtClassesWithAnAnnotatedMethod() {
    TargetSpec anywhere = Specs.annotated(null, Marker.class.getName());
    TargetSpec elsewhere = Specs.annotated(null, Marker.class.getName(), "com.acme");

    assertThat(passes(anywhere, Marked.class)).isTrue();
    assertThat(passes(anywhere, Shapes.class)).isFalse();
    assertThat(passes(elsewhere, Marked.class)).isFalse();
  }

  /** Or it would be of no use. */
  @Test
  void turnsAwayClassesThatLackTheMethod() {
    assertThat(passes(Specs.subtypes(Family.Tool.class, "execute"), Family.Stranger.class))
        .isTrue();
    assertThat(passes(Specs.subtypes(Family.Tool.class, "perform"), Family.Stranger.class))
        .isFalse();
    assertThat(passes(Specs.exact(Family.Tool.class, "execute"), Family.Stranger.class)).isFalse();
    assertThat(passes(Specs.subtypesIn("com.acme", Family.Tool.class, "*"), Family.Stranger.class))
        .isFalse();
    for (Class<?> type : List.of(ConcurrentHashMap.class, Character.class, ClassLoader.class)) {
      assertThat(shipped.mayMatch(type.getName().replace('.', '/'), TestClassFiles.of(type)))
          .as("%s", type)
          .isFalse();
    }
  }

  @Test
  void looksCloserAtClassesThatExtendATargetTypeAtAnyDistance() {
    TargetSpec tool = Specs.subtypes(Family.Tool.class, "execute");
    TargetSpec callable = Specs.subtypes(Callable.class, "call");

    for (Class<?> type : List.of(Family.FarTool.class, Family.FartherTool.class)) {
      assertThat(passesWhenLoading(tool, type)).as("%s", type).isTrue();
      assertThat(passesWhenLoaded(tool, type)).as("%s", type).isTrue();
    }
    assertThat(passesWhenLoading(callable, Family.FarTool.class)).isTrue();
  }

  @Test
  void turnsAwayClassesThatOnlyHaveAMethodOfThatName() {
    TargetSpec tool = Specs.subtypes(Family.Tool.class, "execute");

    assertThat(passesWhenLoading(tool, Family.Stranger.class)).isFalse();
    assertThat(passesWhenLoaded(tool, Family.Stranger.class)).isFalse();
  }

  @Test
  void turnsAwaySubtypesOutsideThePackagesOfTheTarget() {
    TargetSpec elsewhere = Specs.subtypesIn("com.acme", Family.Tool.class, "execute");
    TargetSpec anywhere = Specs.subtypes(Callable.class, "absent");
    TargetFilter both =
        new TargetFilter(List.of(TargetHint.of(elsewhere), TargetHint.of(anywhere)));

    assertThat(passesWhenLoading(both, Family.FarTool.class)).isFalse();
  }

  private static boolean passesWhenLoading(TargetSpec target, Class<?> type) {
    return passesWhenLoading(filter(target), type);
  }

  private static boolean passesWhenLoading(TargetFilter filter, Class<?> type) {
    return !filter
        .fitting(
            type.getName().replace('.', '/'), TestClassFiles.of(type), type.getClassLoader(), null)
        .isEmpty();
  }

  private static boolean passesWhenLoaded(TargetSpec target, Class<?> type) {
    return !filter(target)
        .fitting(type.getName().replace('.', '/'), TestClassFiles.of(type), ANY_LOADER, type)
        .isEmpty();
  }

  private static boolean passes(TargetSpec target, Class<?> type) {
    return filter(target).mayMatch(type.getName().replace('.', '/'), TestClassFiles.of(type));
  }

  private static TargetFilter filter(TargetSpec target) {
    return new TargetFilter(List.of(TargetHint.of(target)));
  }

  private static TypeDescription described(String type, byte[] file) {
    return ClassFiles.describe(type.replace('/', '.'), file);
  }

  /** Whether the full matching takes in a method, of a class with all supertypes there are. */
  private static boolean matches(TargetSpec target, TypeDescription described) {
    TypeDescription hierarchy =
        target.type() == null
            ? described
            : new TypeDescription.Latent(
                target.type() + "Heir",
                Modifier.PUBLIC,
                new TypeDescription.Latent(target.type(), Modifier.PUBLIC, null).asGenericType());
    return !new TargetIndex(List.of(target)).match(described, hierarchy).isEmpty();
  }

  private static Set<TargetSpec> targetsFor(Class<?> type, MethodDescription method) {
    Set<TargetSpec> targets = new LinkedHashSet<>();
    String name = method.getInternalName();
    List<Function<String, String>> spellings =
        List.of(
            spelling -> spelling,
            spelling -> spelling.replace('$', '.'),
            spelling -> spelling.endsWith("[]") ? spelling.replaceAll("\\[]$", "...") : spelling);
    for (Function<String, String> spelling : spellings) {
      List<String> parameters =
          method.getParameters().asTypeList().asErasures().stream()
              .map(TypeDescription::getActualName)
              .map(spelling)
              .toList();
      String result = spelling.apply(method.getReturnType().asErasure().getActualName());
      for (String glob : List.of(name, name.substring(0, name.length() / 2) + "*", "*")) {
        targets.add(Specs.openTo(type, glob, parameters, result));
        targets.add(Specs.openTo(type, glob, parameters, null));
        targets.add(Specs.openTo(type, glob, null, result));
        targets.add(Specs.openTo(type, glob, null, null));
      }
    }
    return targets;
  }

  private static String inPackages(TargetSpec target, String type) {
    return target.packages().isEmpty() || type.equals(target.type())
        ? type
        : target.packages().get(0) + ".Any";
  }

  private static byte[] classFile(String name, TargetSpec target) {
    ClassWriter type = new ClassWriter(0);
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    if (target.field() != null) {
      type.visitField(0, target.field(), "I", null, null).visitEnd();
    }
    MethodVisitor method =
        type.visitMethod(
            Opcodes.ACC_PUBLIC,
            target.method().text().replace("*", "Any").replace("?", "x"),
            descriptor(target),
            null,
            null);
    if (target.annotation() != null) {
      method.visitAnnotation("L" + target.annotation().replace('.', '/') + ";", true).visitEnd();
    }
    method.visitCode();
    method.visitInsn(Opcodes.ACONST_NULL);
    method.visitInsn(Opcodes.ATHROW);
    method.visitMaxs(0, 0);
    method.visitEnd();
    type.visitEnd();
    return type.toByteArray();
  }

  private static String descriptor(TargetSpec target) {
    StringBuilder descriptor = new StringBuilder("(");
    for (String each : Objects.requireNonNullElse(target.parameters(), List.<String>of())) {
      descriptor.append(descriptor(each));
    }
    return descriptor
        .append(')')
        .append(descriptor(Objects.requireNonNullElse(target.returns(), "long")))
        .toString();
  }

  private static String descriptor(String type) {
    if (type.endsWith("[]") || type.endsWith("...")) {
      return "[" + descriptor(type.replaceAll("(\\[]|\\.\\.\\.)$", ""));
    }
    return Stream.of(
            void.class,
            boolean.class,
            byte.class,
            char.class,
            short.class,
            int.class,
            long.class,
            float.class,
            double.class)
        .filter(primitive -> primitive.getName().equals(type))
        .map(Class::descriptorString)
        .findFirst()
        .orElseGet(() -> "L" + type.replace('.', '/') + ";");
  }
}
