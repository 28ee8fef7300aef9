import type { WebSocket } from 'ws';
import type { Clock } from '../../base/clock.ts';
import { startDeadline } from '../../base/deadline.ts';
import { unreachable } from '../../base/unreachable.ts';
import { decode, encode } from '../../protocol/codec.ts';
import { type Dialect, otherDialect } from '../../protocol/dialect.ts';
import { JOIN_MS } from '../../protocol/limits.ts';
import { systemAction } from '../../protocol/system-messages.ts';
import type { SiteConfig } from '../config/config.ts';
import { type Finding, right, wrong } from './finding.ts';

const ABOUT = 'dialect';

/** Result of join requests: the dialect of the agent that joined, or the reason why none did. */
type Answer = { readonly speaks: Dialect } | { readonly speaks: 'neither' | 'nothing' };

/** Asks the agent to join. Tries the other dialect if the platform does not know the first one (M-1.6). Never rejects. */
const askAgent = (socket: WebSocket, first: Dialect, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve) => {
    let asked: Dialect | undefined;
    const ask = (dialect: Dialect) => {
      asked = dialect;
      socket.send(encode({ kind: 'requestAgentJoin' }, dialect));
    };
    const isRefusal = (frame: ReturnType<typeof decode>) =>
      frame.events.some((event) => event.kind === 'systemMessage' && systemAction(event.message) === 'log');

    signal.addEventListener('abort', () => resolve({ speaks: 'nothing' }), { once: true });
    socket.on('close', () => resolve({ speaks: 'nothing' }));
    socket.on('message', (content, isBinary) => {
      const frame = decode(isBinary ? '' : String(content));
      if (frame.dialect) return resolve({ speaks: frame.dialect });
      // M-7.1: the request comes after the history.
      if (!asked) return ask(first);
      if (!isRefusal(frame)) return;
      if (asked === first) ask(otherDialect(first));
      else resolve({ speaks: 'neither' });
    });
    socket.resume();
  });

function findingOf(answer: Answer, configured: SiteConfig['dialect']): Finding {
  const { speaks } = answer;
  switch (speaks) {
    case 'neither':
      return wrong(
        ABOUT,
        'the platform refuses the join request in both dialects; is FOYER_MESSAGING_URL the messaging host?',
      );
    case 'nothing':
      return wrong(ABOUT, 'no agent joined within 15 seconds; is one deployed for this connector?');
    case 'service':
    case 'poly':
      if (configured === 'auto') return right(ABOUT, `the platform speaks ${speaks}; auto detects it`);
      if (configured === speaks) return right(ABOUT, `the platform speaks ${speaks}, as FOYER_DIALECT says`);
      return wrong(
        ABOUT,
        `the platform speaks ${speaks}, but FOYER_DIALECT is ${configured}: chats would get no answer; set FOYER_DIALECT=${speaks}, or remove it`,
      );
    default:
      return unreachable(speaks);
  }
}

/** Detects the platform's dialect on the open, paused socket of a new session. Ends the session and closes the socket. */
export async function checkDialect(
  socket: WebSocket,
  { dialect }: SiteConfig,
  clock: Clock,
): Promise<Finding> {
  const deadline = startDeadline(clock, JOIN_MS, new AbortController().signal);
  const answer = await askAgent(socket, dialect === 'auto' ? 'service' : dialect, deadline.signal);
  deadline.clear();
  // This event is the same in both dialects.
  if (socket.readyState === socket.OPEN) socket.send(encode({ kind: 'userEndSession' }, 'service'));
  socket.close(1000);
  return findingOf(answer, dialect);
}
