import * as z from 'zod';
import { template, text } from './content-fields.ts';
import { loadContent, readContent } from './content-file.ts';
import { type FaqEntry, parseLanguage, type Wording } from './language-content.ts';
import { inEachLanguage } from './languages.ts';

const CONTENT = inEachLanguage((language) => {
  const file = `${language}.json`;
  return parseLanguage(file, readContent(file));
});

/** The sentences of the script besides the shop's questions and answers. */
export const PHRASES = inEachLanguage((language) => CONTENT[language].phrases);

/** The shop's questions and answers. */
export const FAQ = inEachLanguage((language): readonly FaqEntry[] => CONTENT[language].questions);

/** The phrases by which the agent understands visitors. */
export const WORDING = inEachLanguage((language): Wording => CONTENT[language].wording);

/**
 * Samples of the Markdown that an agent may write (M-6.25), and of some more that a chat may meet; and of HTML, first what is allowed,
 * then what must never become an element or run. A script that runs sets `foyerSample`.
 */
export const SAMPLES = loadContent('samples.json', z.strictObject({ markdown: text, html: text }));

/** The behaviour text of the branch `main` of a new project, and the sentences that its agent has in its audio cache. */
export const AGENT = loadContent(
  'agent.json',
  z.strictObject({
    behavior: text,
    speech: z.array(z.strictObject({ transcript: text, hit_count: z.int(), duration: z.number() })),
  }),
);

const inCalls = z.strictObject({
  outOfDomain: z.array(text),
  personalDetails: template('name', 'order'),
  found: text,
  stillThere: text,
  handingOff: text,
  bye: text,
});

/** Sentences of synthetic calls besides the shop's questions, the names of their callers, and the reasons of handoffs. */
export const CALLS = loadContent(
  'calls.json',
  z.strictObject({
    names: z.array(text),
    handoffReasons: z.array(text),
    texts: z.strictObject({ en: inCalls, fr: inCalls }),
  }),
);
