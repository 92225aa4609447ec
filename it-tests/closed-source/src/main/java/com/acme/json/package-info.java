/** What the applications beside it share. */
@NullMarked
package com.acme.json;

import org.jspecify.annotations.NullMarked;
