import type { ReportHealth } from '../context/report-health.ts';

/** Loads the counting of a page (M-14.17). Without it the chat works the same. */
export const reportHealth: ReportHealth = (...call) =>
  void import('./report-health.ts').then(
    (health) => health.reportHealth(...call),
    () => {},
  );
