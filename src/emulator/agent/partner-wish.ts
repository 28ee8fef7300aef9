import type { Wording } from '../shop/language-content.ts';
import { isNegated, requestsIn } from './request-search.ts';
import type { Words } from './words.ts';

/** A wish about who answers: a person, no person, or the question whether the agent is a bot. */
export type PartnerWish = 'person' | 'no-person' | 'bot';

const withoutCourtesy = (words: Words, { courtesy }: Wording) =>
  words.filter((word) => !courtesy.includes(word)).join(' ');

/** Whether the words are one of the phrases, apart from courtesy. */
function isOnly(words: Words, phrases: readonly string[], wording: Wording): boolean {
  const rest = withoutCourtesy(words, wording);
  if (rest === '') return false;
  return phrases.some((it) => withoutCourtesy(it.split(' '), wording) === rest);
}

function wishOfClause(words: Words, wording: Wording): PartnerWish | undefined {
  const { person, bot } = wording;
  if (bot.alone.includes(words.join(' '))) return 'bot';
  if (isOnly(words, person.alone, wording)) return 'person';
  const requests = requestsIn(words, person.requests);
  const [question] = requestsIn(words, bot.questions);
  const [wish] = requests.filter((at) => !isNegated(words, at, wording));
  // "Do I talk to a person?" is a question about the agent.
  if (question !== undefined && (wish === undefined || question < wish)) return 'bot';
  if (wish !== undefined) return 'person';
  return requests.length > 0 || requestsIn(words, person.refusals).length > 0 ? 'no-person' : undefined;
}

/** The wish of a message. A person who is asked for in one clause comes, whatever else the message says. */
export function partnerWish(clauses: readonly Words[], wording: Wording): PartnerWish | undefined {
  const wishes = clauses.map((words) => wishOfClause(words, wording));
  return (['person', 'bot', 'no-person'] as const).find((it) => wishes.includes(it));
}
