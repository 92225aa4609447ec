/**
 * Bridges to the asynchronous libraries of the application, compiled against these libraries.
 * Loaded for each class loader that has one, see {@link io.loopsentinel.agent.bridge.BridgeLoader}.
 */
@NullMarked
package io.loopsentinel.agent.async.library;

import org.jspecify.annotations.NullMarked;
