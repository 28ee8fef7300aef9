/** Limits in kB of brotli (docs/decisions/0025-libraries-as-published.md). */

const LANGUAGES = ['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pl', 'pt', 'zh'];
const LATER = '{challenge,colour,rare,fetch-config,refused-origin,report-health,rest-parts,speech}';

const limit = (name: string, kB: number, folder: string, ...files: readonly string[]) => ({
  name,
  limit: `${kB} kB`,
  path: files.map((file) => file.replace(/^!?/, `$&../dist/${folder}/`).concat('.js')),
  brotli: true,
});

const script = (name: string, kB: number, ...files: readonly string[]) =>
  limit(`script tag: ${name}`, kB, 'browser', ...files);

export default [
  script('loader', 4.1, 'widget'),
  script('until a visitor can talk', 43, 'widget', 'assets/panel-*'),
  script(
    'everything in English',
    78,
    'widget',
    'assets/*',
    `!assets/{${LANGUAGES},challenge,report-health,speech}-*`,
  ),
  script('speech, where a site has switched it on', 3, 'assets/speech-*'),
  script('counts of a page, once one can talk', 1.2, 'assets/report-health-*'),
  script('challenge, where the relay has challenged the visitor', 1, 'assets/challenge-*'),
  ...LANGUAGES.map((language) => script(`language ${language}`, 2, `assets/${language}-*`)),
  limit('script of the iframe page', 7, 'browser', 'frame'),
  limit('script of the console', 52, 'console', 'console', 'assets/*', '!assets/{page,plot-lines}-*'),
  limit('console: pages and plots that load later', 62, 'console', 'assets/{page,plot-lines}-*'),
  limit('console: preview of the widget', 16, 'console', 'preview'),
  // A page that imports the package, as the bundler of a site builds it.
  limit('npm: until a visitor can talk', 48, 'consumer/assets', '*', `!${LATER}-*`, `!{${LANGUAGES}}-*`),
];
