package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.command.classpath.ClassFileSink;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.command.inspect.model.TypeReader;
import io.loopsentinel.agent.command.inspect.rank.Libraries;
import io.loopsentinel.agent.command.inspect.rank.TypeIndex;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;

/** Reads class files into an index, and counts them. */
final class Inspection implements ClassFileSink {

  private final TypeIndex index = new TypeIndex();
  private final Consumer<String> complaints;
  private int classes;

  /**
   * Creates an inspection.
   *
   * @param complaints told once of each file that cannot be read, with the reason
   */
  Inspection(Consumer<String> complaints) {
    this.complaints = complaints;
  }

  TypeIndex index() {
    return index;
  }

  int classes() {
    return classes;
  }

  @Override
  public void accept(String path, byte[] file) {
    TypeModel type;
    try {
      boolean library = Libraries.contain(new ClassReader(file).getClassName());
      type = library ? TypeReader.readDeclarations(file) : TypeReader.read(file);
    } catch (RuntimeException e) {
      unreadable(path, "is no class file that can be read: " + e);
      return;
    }
    if (index.add(type)) {
      classes++;
    }
  }

  @Override
  public void unreadable(String path, String reason) {
    complaints.accept(path + ": skipped: " + reason);
  }
}
