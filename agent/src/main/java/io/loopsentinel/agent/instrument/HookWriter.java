package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.ClassConstant;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Writes calls of the hook into methods of class files, by Byte Buddy's {@link Advice}.
 *
 * <p>No member is added, as the JVM would refuse that for a class that is loaded already, and no
 * class of the application is looked for: of the types that a class names the names are enough.
 * Thread-safe.
 */
final class HookWriter {

  private static final ByteBuddy BYTE_BUDDY =
      new ByteBuddy()
          .with(TypeValidation.DISABLED)
          .with(new AllMethods())
          .ignore(ElementMatchers.none())
          .with(Implementation.Context.Disabled.Factory.INSTANCE);

  private final String hook;
  private final ClassFileLocator advice = new AdviceFiles();

  /**
   * Creates a writer.
   *
   * @param hook internal name under which the boot loader has the hook
   */
  HookWriter(String hook) {
    this.hook = hook;
  }

  /**
   * Returns a copy of a class file in which some methods call the hook.
   *
   * @param plan the methods; each passes its index in it
   * @throws IllegalArgumentException if its format is newer than what this agent knows
   */
  byte[] guard(String type, byte[] file, List<MatchedMethod> plan) {
    AsmVisitorWrapper.ForDeclaredMethods methods = new AsmVisitorWrapper.ForDeclaredMethods();
    for (int i = 0; i < plan.size(); i++) {
      MatchedMethod planned = plan.get(i);
      boolean returnsObject = Descriptors.returnsReference(planned.method().descriptor());
      methods =
          methods.method(
              method -> planned.is(method.getInternalName(), method.getDescriptor()),
              guard(i, planned.changesArguments(), returnsObject));
    }
    return write(type, file, methods);
  }

  private Advice guard(int index, boolean changesArguments, boolean returnsObject) {
    Advice.WithCustomMapping mapping =
        Advice.withCustomMapping()
            .bind(GuardAdvice.Index.class, IntegerConstant.forValue(index), int.class)
            .bind(
                GuardAdvice.ReturnType.class,
                (type, method, assigner, handler, sort) ->
                    constant(method.getReturnType().asErasure()));
    if (changesArguments) {
      return mapping.to(
          TypeDescription.ForLoadedType.of(GuardAdvice.ChangingArguments.class),
          TypeDescription.ForLoadedType.of(
              returnsObject ? GuardAdvice.OfObject.class : GuardAdvice.OfOther.class),
          advice);
    }
    return mapping.to(
        TypeDescription.ForLoadedType.of(
            returnsObject ? GuardAdvice.OfObject.class : GuardAdvice.OfOther.class),
        advice);
  }

  /**
   * Returns a copy of a class file with advice in some of its methods.
   *
   * @param places where each is written
   * @throws IllegalStateException if the class has not got the methods that it ought to have
   */
  byte[] write(String type, byte[] file, List<RunPlace> places) {
    AsmVisitorWrapper.ForDeclaredMethods methods = new AsmVisitorWrapper.ForDeclaredMethods();
    TypeDescription described = describe(type, file);
    for (RunPlace place : places) {
      if (described.getDeclaredMethods().stream().noneMatch(place::takes)) {
        throw new IllegalStateException(type + " has no method " + place.methods());
      }
      methods = methods.method(place::takes, run(place.advice()));
    }
    return write(type, file, methods);
  }

  private Advice run(Class<?> kind) {
    return Advice.withCustomMapping()
        .bind(
            RunAdvice.LastType.class,
            (type, method, assigner, handler, sort) -> constant(last(method).getType().asErasure()))
        .bind(new LastArgument())
        .to(TypeDescription.ForLoadedType.of(kind), advice);
  }

  /**
   * Returns a copy of the class that makes the platform's MBean server, which hands it to the hook.
   *
   * @param operation what the hook is asked
   */
  byte[] platformServer(String type, byte[] file, String operation) {
    Advice handing =
        Advice.withCustomMapping()
            .bind(RunAdvice.Operation.class, operation)
            .to(TypeDescription.ForLoadedType.of(RunAdvice.PlatformServer.class), advice);
    return write(
        type,
        file,
        new AsmVisitorWrapper.ForDeclaredMethods()
            .method(method -> method.getName().equals("getPlatformMBeanServer"), handing));
  }

  private static byte[] write(String type, byte[] file, AsmVisitorWrapper methods) {
    ClassFileLocator locator = ClassFileLocator.Simple.of(type, file);
    return BYTE_BUDDY.decorate(describe(type, file), locator).visit(methods).make().getBytes();
  }

  private static TypeDescription describe(String type, byte[] file) {
    return new NamesOnly(ClassFileLocator.Simple.of(type, outline(file))).describe(type).resolve();
  }

  /** Returns a class file without code and generic types, to resolve which takes other classes. */
  private static byte[] outline(byte[] file) {
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor withoutGenerics =
        new ClassVisitor(OpenedClassReader.ASM_API, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String name,
              @Nullable String signature,
              @Nullable String superName,
              String @Nullable [] interfaces) {
            super.visit(version, access, name, null, superName, interfaces);
          }

          @Override
          public void visitOuterClass(
              String owner, @Nullable String name, @Nullable String descriptor) {}

          @Override
          public FieldVisitor visitField(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              @Nullable Object value) {
            return super.visitField(access, name, descriptor, null, value);
          }

          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return super.visitMethod(access, name, descriptor, null, exceptions);
          }
        };
    OpenedClassReader.of(file)
        .accept(withoutGenerics, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    return writer.toByteArray();
  }

  private static Advice.OffsetMapping.Target constant(TypeDescription type) {
    return new Advice.OffsetMapping.Target.ForStackManipulation(ClassConstant.of(type));
  }

  private static ParameterDescription last(MethodDescription method) {
    return method.getParameters().get(method.getParameters().size() - 1);
  }

  /** Binds {@link RunAdvice.Last}. */
  private static final class LastArgument implements Advice.OffsetMapping.Factory<RunAdvice.Last> {

    @Override
    public Class<RunAdvice.Last> getAnnotationType() {
      return RunAdvice.Last.class;
    }

    @Override
    public Advice.OffsetMapping make(
        ParameterDescription.InDefinedShape target,
        AnnotationDescription.Loadable<RunAdvice.Last> last,
        AdviceType adviceType) {
      boolean readOnly = last.load().readOnly();
      return (type, method, assigner, handler, sort) -> {
        ParameterDescription parameter = last(method);
        int variable = handler.argument(parameter.getOffset());
        return readOnly
            ? new Advice.OffsetMapping.Target.ForVariable.ReadOnly(parameter.getType(), variable)
            : new Advice.OffsetMapping.Target.ForVariable.ReadWrite(
                parameter.getType(),
                variable,
                assigner.assign(parameter.getType(), target.getType(), Assigner.Typing.DYNAMIC),
                assigner.assign(target.getType(), parameter.getType(), Assigner.Typing.DYNAMIC));
      };
    }
  }

  /** Takes all methods of a class for its methods, bridges too, which can be targets. */
  private static final class AllMethods extends MethodGraph.Compiler.AbstractBase {

    @Override
    public MethodGraph.Linked compile(TypeDefinition type, TypeDescription viewPoint) {
      return new MethodGraph.Linked.Delegation(
          MethodGraph.Simple.of(type.getDeclaredMethods().filter(ElementMatchers.isVirtual())),
          MethodGraph.Empty.INSTANCE,
          Map.of());
    }
  }

  /** Describes one class by its file, and all others by their names. */
  private static final class NamesOnly extends TypePool.Default {

    NamesOnly(ClassFileLocator locator) {
      super(CacheProvider.Simple.withObjectType(), locator, ReaderMode.EXTENDED);
    }

    @Override
    protected Resolution doDescribe(String name) {
      Resolution described = super.doDescribe(name);
      return described.isResolved()
          ? described
          : new Resolution.Simple(
              new TypeDescription.Latent(
                  name,
                  Modifier.PUBLIC,
                  TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class)));
    }
  }

  /** Finds the class files of advice, with the name of the hook in the place of its source. */
  private final class AdviceFiles implements ClassFileLocator {

    private final ClassFileLocator own =
        ClassFileLocator.ForClassLoader.of(
            Objects.requireNonNull(HookWriter.class.getClassLoader()));

    @Override
    public Resolution locate(String name) throws IOException {
      Resolution found = own.locate(name);
      return found.isResolved() ? new Resolution.Explicit(renamed(found.resolve(), hook)) : found;
    }

    @Override
    public void close() throws IOException {
      own.close();
    }
  }

  /** Returns a class file in which the hook has another name. */
  static byte[] renamed(byte[] file, String hook) {
    ClassWriter writer = new ClassWriter(0);
    String source = Hook.class.getName().replace('.', '/');
    new ClassReader(file)
        .accept(new ClassRemapper(writer, new SimpleRemapper(Map.of(source, hook))), 0);
    return writer.toByteArray();
  }
}
