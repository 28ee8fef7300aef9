/** Limits in kB of brotli (docs/decisions/0025-libraries-as-published.md). */

const LANGUAGES = ['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pl', 'pt', 'zh'];
/** Scripts that few pages load; each has a limit of its own. */
const SELDOM =
  'ask-chat,ask-for-context,browser-agent,challenge,explain-options,launcher-rules,polls,refused-origin,report-health,seldom-parts,speech';
const LATER = `{${SELDOM},colour,rare,fetch-config,rest-parts}`;

const limit = (name: string, kB: number, folder: string, ...files: readonly string[]) => ({
  name,
  limit: `${kB} kB`,
  path: files.map((file) => file.replace(/^!?/, `$&../dist/${folder}/`).concat('.js')),
  brotli: true,
});

const script = (name: string, kB: number, ...files: readonly string[]) =>
  limit(`script tag: ${name}`, kB, 'browser', ...files);

export default [
  script('loader', 4.2, 'widget'),
  script('until a visitor can talk', 45, 'widget', 'assets/panel-*'),
  script('everything in English', 76, 'widget', 'assets/*', `!assets/{${LANGUAGES},${SELDOM}}-*`),
  script('speech, where a site has switched it on', 3, 'assets/speech-*'),
  script('polls, where a network blocks sockets', 1, 'assets/polls-*'),
  script('counts of a page, once one can talk', 1.3, 'assets/report-health-*'),
  script('prompts and a launcher that hides', 2, 'assets/launcher-rules-*'),
  script('wait for a person, end, closed site, left message, saved transcript', 7.3, 'assets/seldom-parts-*'),
  script('refusal of a page, for its owner', 0.5, 'assets/refused-origin-*'),
  script('warning about invalid options, for their owner', 0.8, 'assets/explain-options-*'),
  script('question for a verified context', 0.2, 'assets/ask-for-context-*'),
  script('challenge, where the relay has challenged the visitor', 1, 'assets/challenge-*'),
  script('tools for the browser’s agent', 1, 'assets/browser-agent-*'),
  script('question of the browser’s agent', 1, 'assets/ask-chat-*'),
  ...LANGUAGES.map((language) => script(`language ${language}`, 2.3, `assets/${language}-*`)),
  limit('script of the iframe page', 7.2, 'browser', 'frame'),
  limit(
    'script of the console',
    52,
    'console',
    'console',
    'assets/*',
    '!assets/{page,plot-lines,answer-tests}-*',
  ),
  limit('console: pages and plots that load later', 64.5, 'console', 'assets/{page,plot-lines}-*'),
  limit('console: tests of answers', 4, 'console', 'assets/answer-tests-*'),
  limit('console: preview of the widget', 16, 'console', 'preview'),
  // A page that imports the package, as the bundler of a site builds it.
  limit('npm: until a visitor can talk', 50, 'consumer/assets', '*', `!${LATER}-*`, `!{${LANGUAGES}}-*`),
];
