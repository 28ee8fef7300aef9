// How the outcome of a step becomes numbers. Every way of not having passed counts as at least one failure.

/** @typedef {{ passed: number, failed: number }} Tally */

/** A step without tests of its own is one check. @returns {Tally} */
export const checkTally = (status) => (status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** A runner that crashed, ran nothing or is unhappy for a reason outside its tests has failed once more. */
function strict({ passed, failed }, status) {
  const ranNothing = passed + failed === 0;
  return { passed, failed: failed === 0 && (status !== 0 || ranNothing) ? 1 : failed };
}

/** From Vitest's JSON report; undefined when it wrote none. @returns {Tally} */
export function vitestTally(report, status) {
  if (report === undefined) return strict({ passed: 0, failed: 0 }, status);
  // A file that cannot be loaded has no tests that could fail.
  const brokenFiles = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return strict(
    { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length },
    status,
  );
}

/** From Playwright's JSON report; a test that passed only when it was tried again has failed. @returns {Tally} */
export function playwrightTally(report, status) {
  if (report === undefined) return strict({ passed: 0, failed: 0 }, status);
  const { expected, unexpected, flaky } = report.stats;
  return strict({ passed: expected, failed: unexpected + flaky }, status);
}
