import type { Wording } from '../shop/language-content.ts';
import { isNegated, requestsIn } from './request-search.ts';
import type { Words } from './words.ts';

/** A request for a person, for no person, or the question whether the agent is a bot. */
export type HandoffRequest = 'person' | 'no-person' | 'bot';

const withoutCourtesy = (words: Words, { courtesy }: Wording) =>
  words.filter((word) => !courtesy.includes(word)).join(' ');

/** True if the words are one of the phrases, apart from courtesy. */
function isOnly(words: Words, phrases: readonly string[], wording: Wording): boolean {
  const rest = withoutCourtesy(words, wording);
  if (rest === '') return false;
  return phrases.some((phrase) => withoutCourtesy(phrase.split(' '), wording) === rest);
}

function requestOfClause(words: Words, wording: Wording): HandoffRequest | undefined {
  const { person, bot } = wording;
  if (bot.alone.includes(words.join(' '))) return 'bot';
  if (isOnly(words, person.alone, wording)) return 'person';
  const requests = requestsIn(words, person.requests);
  const [question] = requestsIn(words, bot.questions);
  const [request] = requests.filter((index) => !isNegated(words, index, wording));
  // "Do I talk to a person?" is a question about the agent.
  if (question !== undefined && (request === undefined || question < request)) return 'bot';
  if (request !== undefined) return 'person';
  return requests.length > 0 || requestsIn(words, person.refusals).length > 0 ? 'no-person' : undefined;
}

/** The request of a message. A request for a person in any clause wins. */
export function handoffRequest(clauses: readonly Words[], wording: Wording): HandoffRequest | undefined {
  const requests = clauses.map((words) => requestOfClause(words, wording));
  return (['person', 'bot', 'no-person'] as const).find((request) => requests.includes(request));
}
