import { err, ok, type Result } from '../../base/result.ts';
import { followsGivenText } from '../../behavior/suite/reply.ts';
import type { ChatFailure, SuitePorts } from '../../behavior/suite/run.ts';
import type { Suite } from '../../behavior/suite/suite.ts';
import { type Client, debugChat, type PlatformError } from '../../platform/index.ts';

/** Failures of the configuration or of the whole platform. */
const FINAL = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'UNREACHABLE', 'INVALID_REQUEST'];

export const errorText = ({ message, detail, explanation, errors }: PlatformError): string =>
  [message, detail ?? errors.map(({ field, message }) => `${field} ${message}`).join(', '), explanation]
    .filter(Boolean)
    .join('. ');

/** Why a platform does not answer by a draft. */
export class NoDraft extends Error {}

const NO_DRAFT =
  'the debug chat of this platform takes no branch and no text: its published agent answers. Test it with --against live, or set FOYER_AGENT_URL to the agent of your own that shall follow the draft';

/** The debug chats of a suite. With `behavior` they follow this text, or throw `NoDraft`. */
export function createSend(
  client: Client<'base'>,
  { environment: clientEnv, channel, variant: variantId }: Suite,
  behavior: string | undefined,
): SuitePorts['send'] {
  const failure = (error: PlatformError): Result<never, ChatFailure> =>
    err({
      message: errorText(error),
      isFinal: FINAL.includes(error.code),
      retryInMs: error.retryInMs,
    });

  return async ({ language }, said) => {
    const languages = language === undefined ? {} : { asrLangCode: language, ttsLangCode: language };
    const fields = { clientEnv, ...languages };
    const options = { isUrgent: true };
    const answer = said
      ? await client.call(
          debugChat.continue,
          { params: { conversation_id: said.id }, body: { ...fields, message: said.message } },
          options,
        )
      : await client.call(
          debugChat.start,
          {
            body: {
              ...fields,
              ...(channel !== undefined && { channel }),
              ...(variantId !== undefined && { variantId }),
              ...(behavior !== undefined && { behavior }),
            },
          },
          options,
        );
    if (!answer.ok) {
      const isRefused = behavior !== undefined && answer.error.status === 400;
      if (!isRefused) return failure(answer.error);
      throw new NoDraft(`${NO_DRAFT} (${errorText(answer.error)})`);
    }
    if (behavior !== undefined && !followsGivenText(answer.value)) throw new NoDraft(NO_DRAFT);
    return ok(answer.value);
  };
}
