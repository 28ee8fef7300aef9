import type { ComponentChildren } from 'preact';
import { durationText, NONE, significantText } from '../../../base/figure-text.ts';
import { type Detail, handoffStateAnswer } from '../../answers.ts';
import { reasonName, useReasonNames } from '../../handoff-reasons.ts';
import { Fact } from '../../parts/fact.tsx';
import { RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { conversationWords as words } from '../../words.ts';
import { Note } from './note.tsx';
import { json } from './turn.tsx';

const NOT_FOUND = 404;

/** The handoff state. */
function HandoffData({ conversationId }: { readonly conversationId: string }) {
  const { calls, session } = useServices();
  const { remote, reload } = useReading(conversationId, (signal) =>
    calls.call(
      'GET',
      '/handoff-state',
      { query: { id: conversationId } },
      { answer: handoffStateAnswer, signal },
    ),
  );
  const read = remote.value;
  const hint = (text: string) => <span class="hint">{text}</span>;
  if (read.status === 'failed' && read.error.type === 'refused' && read.error.status === NOT_FOUND)
    return hint(words.noHandoffData);
  return (
    <RemoteView remote={read} onRetry={reload}>
      {({ data }) =>
        data !== undefined ? (
          <pre class="layer">{json(data)}</pre>
        ) : (
          hint(session.scopes.includes('pii') ? words.noHandoffData : words.handoffDataHidden)
        )
      }
    </RemoteView>
  );
}

interface FactsProps {
  readonly detail: Detail;
  /** The list has it, the conversation alone has only its id. */
  readonly variantName: string | undefined;
  onNote(note: string): void;
}

/** Facts of the conversation as a whole, as far as the platform tells them. */
export function Facts({ detail, variantName, onNote }: FactsProps) {
  const names = useReasonNames();
  const { conversationId } = detail;
  const facts: readonly (readonly [name: string, value: ComponentChildren])[] = [
    [words.channel, detail.channel],
    [words.language, detail.language],
    [words.variant, variantName ?? detail.variantId],
    [words.environment, detail.clientEnv],
    [
      words.numbers,
      [detail.fromNumber, detail.toNumber].some(Boolean) &&
        `${detail.fromNumber || NONE} → ${detail.toNumber || NONE}`,
    ],
    [words.duration, detail.totalDuration !== undefined && durationText(detail.totalDuration)],
    [words.score, detail.polyScore !== undefined && significantText(detail.polyScore)],
    [
      words.tags,
      detail.tags.length > 0 &&
        detail.tags.map((tag) => (
          <bdi key={tag} class="tag">
            {tag}
          </bdi>
        )),
    ],
    [words.summary, detail.shortSummary && <span dir="auto">{detail.shortSummary}</span>],
    [
      words.handoff,
      detail.handoff &&
        ([detail.handoffReason && reasonName(detail.handoffReason, names), detail.handoffDestination]
          .filter(Boolean)
          .join(' → ') ||
          words.handoff),
    ],
    [words.handoffData, detail.handoff && <HandoffData conversationId={conversationId} />],
  ];
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <Fact key={name} name={name}>
              {typeof value === 'string' ? <bdi>{value}</bdi> : value}
            </Fact>
          ),
      )}
      <Fact name={words.note}>
        <Note conversationId={conversationId} note={detail.note} onSaved={onNote} />
      </Fact>
    </dl>
  );
}
