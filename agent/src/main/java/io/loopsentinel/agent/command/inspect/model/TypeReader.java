package io.loopsentinel.agent.command.inspect.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reads class files. */
public final class TypeReader {

  private TypeReader() {}

  /**
   * Reads a class file with the bodies of its methods.
   *
   * @throws RuntimeException where the bytes are no class file, or one of a later Java version than
   *     is known
   */
  public static TypeModel read(byte[] file) {
    return read(file, true);
  }

  /**
   * Reads a class file, all but the bodies of its methods.
   *
   * @throws RuntimeException as {@link #read}
   */
  public static TypeModel readDeclarations(byte[] file) {
    return read(file, false);
  }

  private static TypeModel read(byte[] file, boolean bodies) {
    ModelVisitor visitor = new ModelVisitor();
    int skipped =
        bodies ? ClassReader.SKIP_FRAMES : ClassReader.SKIP_FRAMES | ClassReader.SKIP_CODE;
    new ClassReader(file).accept(visitor, skipped);
    return visitor.model();
  }

  private static final class ModelVisitor extends ClassVisitor {

    private final List<FieldModel> fields = new ArrayList<>();
    private final List<MethodModel> methods = new ArrayList<>();
    private String name = "";
    private int access;
    private @Nullable String superName;
    private List<String> interfaces = List.of();

    ModelVisitor() {
      super(Opcodes.ASM9);
    }

    TypeModel model() {
      return new TypeModel(
          name, access, superName, interfaces, List.copyOf(fields), List.copyOf(methods));
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String[] interfaces) {
      this.name = name;
      this.access = access;
      this.superName = superName;
      this.interfaces = List.of(interfaces);
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      fields.add(new FieldModel(name, descriptor, access));
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      BodyReader body = new BodyReader(name, access, descriptor);
      return new MethodVisitor(Opcodes.ASM9, body) {
        @Override
        public void visitEnd() {
          methods.add(
              new MethodModel(
                  new MethodRef(name, method, descriptor),
                  signature,
                  access,
                  body.annotations(),
                  body.parameterNames(),
                  body.body()));
        }
      };
    }
  }
}
