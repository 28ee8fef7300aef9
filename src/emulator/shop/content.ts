import { readContent } from './content-file.ts';
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
