/// What the oracles of simulated worlds work out by themselves: folders of prefix expressions, times that these are of,
/// ages and rules of retention. Nothing here knows any class of the product.
@NullMarked
package io.sluice.simulation.own;

import org.jspecify.annotations.NullMarked;
