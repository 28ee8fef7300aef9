import { useState } from 'preact/hooks';
import type { AlertRule, AlertRules } from '../../answers.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Notice, Refusal, RemoteView } from '../../parts/states.tsx';
import type { Reading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useAction } from '../../use-action.ts';
import { alertWords as words } from '../../words.ts';
import { RuleForm } from './rule-form.tsx';
import { RulesTable } from './rules-table.tsx';
import { Timeline } from './timeline-section.tsx';

type Asked = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly rule: AlertRule };

/** The alert rules of the account with what fires now, and what has fired. */
export function Rules({ reading }: { readonly reading: Reading<AlertRules> }) {
  const { calls, session } = useServices();
  const [asked, setAsked] = useState<Asked>();
  const mayWrite = session.scopes.includes('write');
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    reading.reload();
  };

  const toggling = useAction(reading.reload);
  const toggle = ({ id, enabled }: AlertRule) =>
    calls.call('PATCH', '/alert-rules/{rule_id}', {
      params: { rule_id: id },
      body: { enabled: enabled === false },
    });

  function act(action: 'toggle' | 'edit' | 'delete', rule: AlertRule): void {
    if (action === 'toggle') toggling.run(toggle(rule));
    else setAsked({ kind: action, rule });
  }

  const rules = reading.remote.value.value?.data;
  return (
    <>
      {mayWrite && (
        <p class="page-action">
          <button type="button" class="primary" onClick={() => setAsked({ kind: 'create' })}>
            {words.create}
          </button>
        </p>
      )}
      <Refusal text={toggling.failure.value} />
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice text={words.none} />
          ) : (
            <RulesTable rules={data} onAction={mayWrite ? act : undefined} />
          )
        }
      </RemoteView>
      <Timeline rules={rules} />
      {(asked?.kind === 'create' || asked?.kind === 'edit') && (
        <RuleForm rule={asked.kind === 'edit' ? asked.rule : undefined} onClose={close} onDone={done} />
      )}
      {asked?.kind === 'delete' && (
        <ConfirmDialog
          title={words.askDelete(asked.rule.name)}
          action={words.delete}
          onClose={close}
          onDone={done}
          onConfirm={() =>
            calls.call('DELETE', '/alert-rules/{rule_id}', { params: { rule_id: asked.rule.id } })
          }
        >
          <p>{words.deleteWarning}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
