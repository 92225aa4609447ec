package io.loopsentinel.tools.inspect;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The location of the tool call in a method that dispatches it.
 *
 * @param args the source of the arguments
 * @param types internal names of the types of the objects that the arguments are read from
 * @param id the expression of the call's id, or {@code null} if it has none
 */
record CallLocation(Source args, Set<String> types, @Nullable String id) {}
