import { piece } from '../../emulator/agent/speeches.ts';
import { openScriptedServer } from '../../support/scripted-server.ts';

/** An agent that knows nothing but its rules: it answers with the sentence that shares most words with the question. */

interface Question {
  readonly rules: string;
  readonly said: string;
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu));

function sentenceFor({ rules, said }: Question): string {
  const asked = wordsOf(said);
  const [best] = rules
    .split(/\n/)
    .map((sentence) => ({
      sentence,
      shared: [...wordsOf(sentence)].filter((word) => asked.has(word)).length,
    }))
    .toSorted((one, other) => other.shared - one.shared);
  return best && best.shared > 0 ? best.sentence : 'I do not know.';
}

const handOver = (reason: string) =>
  `data: ${JSON.stringify({
    choices: [
      {
        index: 0,
        delta: {
          tool_calls: [
            {
              index: 0,
              id: 'call_1',
              type: 'function',
              function: { name: 'transfer_to_person', arguments: JSON.stringify({ reason }) },
            },
          ],
        },
      },
    ],
  })}\n\n`;

/** `wrong` is how many of its first answers are others. */
export async function openObedientAgent(wrong = 0) {
  let asked = 0;
  const { port, close } = await openScriptedServer<Question>({
    keep({ body }) {
      const { messages = [] } = JSON.parse(body || '{}') as {
        messages?: readonly { role: string; content: string }[];
      };
      return {
        rules: messages.find(({ role }) => role === 'system')?.content ?? '',
        said: messages.findLast(({ role }) => role === 'user')?.content ?? '',
      };
    },
    respond(response, question) {
      const isWrong = question.said !== '' && asked++ < wrong;
      const sentence = isWrong ? 'Well.' : sentenceFor(question);
      const reason = /hand over with the reason (\w+)/.exec(sentence)?.[1];
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(`${reason ? handOver(reason) : piece(sentence)}${piece(null, 'stop')}data: [DONE]\n\n`);
    },
  });
  return { url: `http://127.0.0.1:${port}/v1`, close };
}
