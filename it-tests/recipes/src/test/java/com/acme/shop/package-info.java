/** The application that the recipes start. It knows nothing of its guard. */
package com.acme.shop;
