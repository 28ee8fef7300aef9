/** How much longer work takes than on an idle machine with the reference processor: at least 1. */
export function slowdown(surroundings: { readonly performance: Pick<Performance, 'now'> }): number;
