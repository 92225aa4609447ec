/** The agent on the MCP Java SDK. */
@NullMarked
package io.loopsentinel.it.mcp;

import org.jspecify.annotations.NullMarked;
