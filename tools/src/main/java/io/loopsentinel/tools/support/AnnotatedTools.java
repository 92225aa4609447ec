package io.loopsentinel.tools.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Finds the methods of a class file that an annotation marks as tools. */
public final class AnnotatedTools {

  private static final int NO_BODY_OR_BRIDGE =
      Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE;

  /** Annotations whose simple name matches name a tool, as {@code @Tool} of most frameworks. */
  private static final Pattern OF_TOOLS = Pattern.compile("(?:.*[.$])?\\w*(Tool|Function)\\w*");

  /** Excludes placeholders such as {@code <<element name>>}. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_./:-]+");

  private AnnotatedTools() {}

  /**
   * An annotated method with a body.
   *
   * @param owner the binary name of its class
   * @param annotation the binary name of the annotation
   * @param name the {@code name} in the annotation, or else the method's name
   */
  public record Tool(
      String owner, String method, String descriptor, String annotation, String name) {}

  /** Returns the methods with an annotation whose simple name contains Tool or Function. */
  public static List<Tool> of(byte[] file) {
    return of(file, OF_TOOLS.asMatchPredicate());
  }

  /**
   * Returns the methods with an annotation, each once, in the order of the class file.
   *
   * @param annotations accepts the binary names of annotations
   */
  public static List<Tool> of(byte[] file, Predicate<String> annotations) {
    ClassReader reader = OpenedClassReader.of(file);
    Methods methods = new Methods(reader.getClassName().replace('/', '.'), annotations);
    reader.accept(
        methods, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return List.copyOf(methods.found);
  }

  private static final class Methods extends ClassVisitor {
    private final String owner;
    private final Predicate<String> annotations;
    private final List<Tool> found = new ArrayList<>();

    Methods(String owner, Predicate<String> annotations) {
      super(OpenedClassReader.ASM_API);
      this.owner = owner;
      this.annotations = annotations;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if ((access & NO_BODY_OR_BRIDGE) != 0) {
        return null;
      }
      return new MethodVisitor(OpenedClassReader.ASM_API) {
        private @Nullable String annotation;
        private String name = method;

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
          String candidate = Type.getType(type).getClassName();
          if (annotation != null || !annotations.test(candidate)) {
            return null;
          }
          annotation = candidate;
          return new AnnotationVisitor(OpenedClassReader.ASM_API) {
            @Override
            public void visit(String key, Object value) {
              if (key.equals("name") && NAME.matcher(value.toString()).matches()) {
                name = value.toString();
              }
            }
          };
        }

        @Override
        public void visitEnd() {
          if (annotation != null) {
            found.add(new Tool(owner, method, descriptor, annotation, name));
          }
        }
      };
    }
  }
}
