/**
 * A small agent framework of a kind that comes without sources: the tests obfuscate it, and guard
 * what is left. Nothing in it knows of Loop Sentinel.
 */
@NullMarked
package com.acme.desk;

import org.jspecify.annotations.NullMarked;
