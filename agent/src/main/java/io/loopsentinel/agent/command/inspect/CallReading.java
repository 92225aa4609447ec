package io.loopsentinel.agent.command.inspect;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a method that dispatches a tool call has the call itself.
 *
 * @param path the expression of what the name and the arguments are in
 * @param args the arguments
 * @param types internal names of the types of that, and of the argument that it is read from
 * @param id the expression of the call's id; {@code null} where it has none
 */
record CallReading(String path, Source args, Set<String> types, @Nullable String id) {}
