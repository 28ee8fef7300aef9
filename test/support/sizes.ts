/** The number that an environment variable sets; `usual` without it. */
const size = (name: string, usual: number) => Number(process.env[name] ?? usual);

/** Conversations of the model of bad connections. */
export const MODEL_RUNS = size('MODEL_RUNS', 200);
/** Seed of those conversations: the tests play the same ones each time, `npm run soak` others. */
export const MODEL_SEED = size('MODEL_SEED', 1);
/** Share of the full size that other tests have which would take long. */
const SIZE_SHARE = size('SIZE_SHARE', 0.2);
/** Runs or length of such a test; `full` in `npm run test:long`. */
export const shareOf = (full: number) => Math.ceil(full * SIZE_SHARE);
/** Seeds with which a scenario that checks times is played. */
export const SCENARIO_SEEDS = size('SCENARIO_SEEDS', 10);
/** Corrupted frames that the embedded platform is sent. */
export const CORRUPTED_FRAMES = size('CORRUPTED_FRAMES', 6_000);
/** Every Nth string of the corpus of hostile texts is rendered. */
export const CORPUS_STEP = size('CORPUS_STEP', 11);
/** Every Nth boundary value of the OpenAPI documents is sent, and every Nth operation gets huge bodies. */
export const BOUNDARY_STEP = size('BOUNDARY_STEP', 3);
/** Requests that fast-check makes from the OpenAPI document of the admin side. */
export const FUZZED_REQUESTS = size('FUZZED_REQUESTS', 300);
