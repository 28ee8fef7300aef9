/**
 * Returns how much longer work takes here than on an idle machine with the reference processor, for which bounds in
 * milliseconds are meant: at least 1. Contains everything that it uses, so that a page can evaluate its text.
 */
export function slowdown({ performance }: { readonly performance: Pick<Performance, 'now'> }): number {
  const SPINS = 150;
  const SPIN_STEPS = 200_000;
  const REFERENCE_SPIN_MS = 2;
  const from = performance.now();
  let sum = 0;
  for (let spin = 0; spin < SPINS; spin++) {
    for (let i = 0; i < SPIN_STEPS; i++) sum = (sum + i * i) % 1_000_003;
  }
  const perSpin = (performance.now() - from) / SPINS;
  return sum < 0 ? Number.NaN : Math.max(1, perSpin / REFERENCE_SPIN_MS);
}
