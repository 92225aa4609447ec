package io.loopsentinel.agent.instrument;

import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.match.ClassFiles;
import io.loopsentinel.targets.match.MatchedMethod;
import io.loopsentinel.targets.result.ResultType;
import java.util.List;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.OffsetMapping.ForArgument.Resolved;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.TypeInitializer;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.Implementation.Context.FrameGeneration;
import net.bytebuddy.implementation.auxiliary.AuxiliaryType;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.TextConstant;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Writes calls of the hook into methods of class files, with Byte Buddy's {@link Advice}.
 *
 * <p>No member is added, because the JVM rejects that for loaded classes. No class of the
 * application is resolved: the names of referenced types suffice. Byte Buddy's builder would
 * resolve supertypes, so it is not used. Thread-safe.
 */
record HookWriter(ClassFileLocator advice) {

  /** The agent's types. Reflection would generate a class for each annotation of the advice. */
  private static final TypePool OWN = TypePool.Default.of(HookWriter.class.getClassLoader());

  HookWriter(String hook) {
    this(new InstalledHook.CallingClasses(hook));
  }

  /** Returns a class file whose methods call their guards; throws if its format is too new. */
  byte[] guard(String type, byte[] file, List<MatchedMethod> guarded) {
    ForDeclaredMethods methods = new ForDeclaredMethods();
    TypeDescription described = ClassFiles.describe(type, file);
    for (MethodDescription method : described.getDeclaredMethods()) {
      for (MatchedMethod each : guarded) {
        if (each.key().equals(MatchedMethod.key(method))) {
          methods = methods.method(ElementMatchers.is(method), guardAdvice(each, method));
        }
      }
    }
    return write(described, file, methods);
  }

  private Advice guardAdvice(MatchedMethod guarded, MethodDescription method) {
    return Advice.withCustomMapping()
        .bind(GuardAdvice.Site.class, new TextConstant(guarded.site()), String.class)
        .bind(GuardAdvice.ReturnType.class, method.getReturnType().asErasure())
        .to(
            own(
                guarded.target().readings().get(Reading.INJECT) == null && !isSuspending(method)
                    ? GuardAdvice.Enter.class
                    : GuardAdvice.EnterChangingArguments.class),
            own(
                guarded.target().readings().get(Reading.THROWS_TO) != null
                        && method.getReturnType().represents(void.class)
                    ? GuardAdvice.ExitHandingOver.class
                    : GuardAdvice.Exit.class),
            advice);
  }

  private static boolean isSuspending(MethodDescription method) {
    return method.getParameters().asTypeList().asErasures().stream()
        .anyMatch(type -> type.getName().equals(ResultType.CONTINUATION));
  }

  /** Returns a class file with advice at some places; throws if a place is missing. */
  byte[] write(String type, byte[] file, List<RunPropagation.Place> places) {
    ForDeclaredMethods methods = new ForDeclaredMethods();
    TypeDescription described = ClassFiles.describe(type, file);
    for (RunPropagation.Place place : places) {
      MethodList<?> matching = described.getDeclaredMethods().filter(place::matches);
      if (matching.isEmpty()) {
        throw new IllegalStateException(type + " has no method " + place.methods());
      }
      for (MethodDescription method : matching) {
        methods = methods.method(ElementMatchers.is(method), runAdvice(place.advice(), method));
      }
    }
    return write(described, file, methods);
  }

  private Advice runAdvice(Class<?> kind, MethodDescription method) {
    Advice.WithCustomMapping mapping = Advice.withCustomMapping();
    if (!method.getParameters().isEmpty()) {
      ParameterDescription last = method.getParameters().get(method.getParameters().size() - 1);
      mapping =
          mapping
              .bind(RunAdvice.LastType.class, last.getType().asErasure())
              .bind(
                  new Resolved.Factory<>(
                      RunAdvice.Last.class, last, false, Assigner.Typing.DYNAMIC));
    }
    return mapping.to(own(kind), advice);
  }

  private static TypeDescription own(Class<?> type) {
    return OWN.describe(type.getName()).resolve();
  }

  private static byte[] write(TypeDescription type, byte[] file, AsmVisitorWrapper methods) {
    ClassReader reader = OpenedClassReader.of(file);
    ClassWriter writer = new ClassWriter(reader, 0);
    ClassFileVersion version = ClassFileVersion.ofClassFile(file);
    Implementation.Context context =
        Implementation.Context.Disabled.Factory.INSTANCE.make(
            type,
            new AuxiliaryType.NamingStrategy.SuffixingRandom(""),
            TypeInitializer.None.INSTANCE,
            version,
            version,
            version.isAtLeast(ClassFileVersion.JAVA_V6)
                ? FrameGeneration.GENERATE
                : FrameGeneration.DISABLED);
    reader.accept(
        methods.wrap(
            type,
            writer,
            context,
            TypePool.Empty.INSTANCE,
            new FieldList.Empty<>(),
            type.getDeclaredMethods(),
            0,
            0),
        0);
    return writer.toByteArray();
  }
}
