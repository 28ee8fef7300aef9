import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { isLoopback } from '../protocol/secure-url.ts';
import { Problem } from './parts/states.tsx';
import { withFields } from './parts/with-fields.ts';
import { WORDS } from './words.ts';

interface SignInProps {
  readonly message: string | undefined;
  readonly hasOidc: boolean;
  onSignIn(key: string): Promise<void>;
}

/** In the address to which the relay sends people whom the provider has not signed in. */
const OUTCOME = 'sign_in';

function oidcMessage(): string | undefined {
  const outcome = new URLSearchParams(location.search).get(OUTCOME) ?? '';
  return Object.entries(WORDS.signIn.oidcOutcomes).find(([name]) => name === outcome)?.[1];
}

/** The address of this page without the outcome. */
function ownAddress(): string {
  const query = new URLSearchParams(location.search);
  query.delete(OUTCOME);
  return location.pathname + (query.size > 0 ? `?${query}` : '');
}

/**
 * The page of somebody who is not signed in. `npm start` prints an address with the key of the demo behind `#`. Elsewhere such an
 * address only fills the field: a link signs nobody in as somebody else.
 */
export function SignIn({ message: refusal, hasOidc, onSignIn }: SignInProps) {
  const { signIn } = WORDS;
  const message = isSecureContext ? refusal : signIn.insecure;
  const [key, hint, error] = [useId(), useId(), useId()];
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const outcome = useMemo(oidcMessage, []);

  async function submit(): Promise<void> {
    setBusy(true);
    await onSignIn(field.current?.value ?? '');
    setBusy(false);
  }

  useEffect(() => {
    field.current?.focus();
    document.title = `${signIn.title} · ${WORDS.product}`;
    const given = /^#key=(.+)$/.exec(location.hash)?.[1];
    history.replaceState(null, '', ownAddress());
    if (given === undefined || !field.current) return;
    field.current.value = decodeURIComponent(given);
    if (isLoopback(location.hostname)) void submit();
  }, []);

  return (
    <main class="sign-in">
      <h1>{WORDS.product}</h1>
      <p>{signIn.lead}</p>
      {hasOidc && (
        <>
          <a class="button primary" href={`/console/oidc/start?${new URLSearchParams({ to: ownAddress() })}`}>
            {signIn.oidc}
          </a>
          <Problem text={outcome} />
        </>
      )}
      <form class="fields" onSubmit={withFields(submit)}>
        <label for={key}>{signIn.key}</label>
        <input
          ref={field}
          id={key}
          type="password"
          autocomplete="off"
          required
          aria-describedby={message === undefined ? hint : `${hint} ${error}`}
        />
        <p id={hint} class="hint">
          {signIn.hint}
        </p>
        {message !== undefined && (
          <p id={error} class="error" role="alert">
            {message}
          </p>
        )}
        <button type="submit" class={hasOidc ? undefined : 'primary'} disabled={isBusy || !isSecureContext}>
          {signIn.submit}
        </button>
      </form>
    </main>
  );
}
