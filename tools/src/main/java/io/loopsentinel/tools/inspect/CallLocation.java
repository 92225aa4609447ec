package io.loopsentinel.tools.inspect;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a method that dispatches a tool call has the call itself.
 *
 * @param args the arguments
 * @param types internal names of the types of that, and of the argument that it is read from
 * @param id the expression of the call's id; {@code null} where it has none
 */
record CallLocation(Source args, Set<String> types, @Nullable String id) {}
