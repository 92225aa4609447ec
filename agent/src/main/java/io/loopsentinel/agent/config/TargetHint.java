package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.Glob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The little of a target that tells most classes from those that may be meant.
 *
 * @param type internal name ({@code a/b/C}) of the class or interface; absent: any
 * @param open whether classes other than that one can have its methods
 * @param packages where those classes lie, each ending with a slash; none: anywhere
 * @param text what the constant pool of such a class contains: the method's name, or the descriptor
 *     of its annotation
 * @param prefix whether longer texts that begin with it will do
 * @param descriptor what a second text in it begins with: the method's descriptor as far as it is
 *     known; empty where nothing is
 * @param fromProfile whether it came with the agent
 */
public record TargetHint(
    @Nullable String type,
    boolean open,
    List<String> packages,
    String text,
    boolean prefix,
    String descriptor,
    boolean fromProfile) {

  /** Returns the hint for a target. */
  public static TargetHint of(TargetSpec target) {
    String type = target.type() == null ? null : target.type().replace('.', '/');
    // No stream: this is read before main, of each target.
    List<String> packages = new ArrayList<>();
    for (String name : target.packages()) {
      packages.add(name.replace('.', '/') + "/");
    }
    boolean open = type == null || target.subtypes();
    if (target.annotation() != null) {
      String annotated = "L" + target.annotation().replace('.', '/') + ";";
      return new TargetHint(type, open, packages, annotated, false, "", target.fromProfile());
    }
    Glob method = target.method();
    return new TargetHint(
        type,
        open,
        packages,
        method.literalStart(),
        !method.isExact(),
        MethodDescriptor.start(target.parameters(), target.returns()),
        target.fromProfile());
  }
}
