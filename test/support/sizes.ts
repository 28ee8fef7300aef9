/** `npm test -- --full` plays these tests at full size, `npm test` at a fifth of it or less. */
export const IS_FULL = process.env['TEST_SIZE'] === 'full';
const size = (name: string, small: number, full: number) =>
  Number(process.env[name] ?? (IS_FULL ? full : small));

/** Conversations of the model of bad connections. */
export const MODEL_RUNS = size('MODEL_RUNS', 100, 20_000);
/** Seed of those conversations: the tests play the same ones each time, another seed plays others. */
export const MODEL_SEED = size('MODEL_SEED', 1, 1);
/** Runs or length of another test that takes long at full size. */
export const shareOf = (full: number) => Math.ceil(full * (IS_FULL ? 1 : 0.2));
/** Seeds with which a scenario that checks times is played. */
export const SCENARIO_SEEDS = size('SCENARIO_SEEDS', 5, 50);
/** Corrupted frames that the embedded platform is sent. */
export const CORRUPTED_FRAMES = size('CORRUPTED_FRAMES', 6_000, 200_000);
/** Every Nth string of the corpus of hostile texts is rendered. */
export const CORPUS_STEP = size('CORPUS_STEP', 11, 1);
/** Every Nth boundary value of the OpenAPI documents is sent, and every Nth operation gets huge bodies. */
export const BOUNDARY_STEP = size('BOUNDARY_STEP', 3, 1);
/** Requests that fast-check makes from the OpenAPI document of the admin side. */
export const FUZZED_REQUESTS = size('FUZZED_REQUESTS', 300, 5_000);
/** Questions about figures whose answers are counted again from the platform's own list. */
export const QUESTIONS = size('QUESTIONS', 100, 500);
/** Tiny frames that a platform sends at once through the relay. */
export const TINY_FRAMES = size('TINY_FRAMES', 200_000, 1_000_000);
