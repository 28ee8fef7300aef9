/** Limits in kB of brotli (docs/decisions/0025-libraries-as-published.md). */

const LANGUAGES = ['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pl', 'pt', 'zh'];
const LATER = '{colour,deferred-parts,explain-options,fetch-config,on-demand-parts,rise-above-bars}';

const limit = (name, kB, folder, ...files) => ({
  name,
  limit: `${kB} kB`,
  path: files.map((file) => file.replace(/^!?/, `$&dist/${folder}/`).concat('.js')),
  brotli: true,
});

const script = (name, kB, ...files) => limit(`script tag: ${name}`, kB, 'browser', ...files);

export default [
  script('loader', 3.5, 'widget'),
  script('until a visitor can talk', 40, 'widget', 'assets/panel-*'),
  script('an open conversation in English', 50, 'widget', 'assets/{panel,deferred-parts}-*'),
  script('the parts on demand', 18, 'assets/on-demand-parts-*'),
  ...LANGUAGES.map((language) => script(`language ${language}`, 1.7, `assets/${language}-*`)),
  limit('script of the iframe page', 6.5, 'browser', 'frame'),
  // A page that imports the package, as the bundler of a site builds it.
  limit('npm: until a visitor can talk', 44, 'consumer/assets', '*', `!${LATER}-*`, `!{${LANGUAGES}}-*`),
];
