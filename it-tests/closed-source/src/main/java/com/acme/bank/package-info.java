/**
 * A bank's assistant, whose skills are methods that are called by reflection in a private static
 * helper.
 */
@NullMarked
package com.acme.bank;

import org.jspecify.annotations.NullMarked;
