import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { WORDS } from './words.ts';

interface SignInProps {
  readonly message: string | undefined;
  onSignIn(key: string): Promise<void>;
}

/** The page of somebody who is not signed in. `npm start` prints an address with the key of the demo behind `#`. */
export function SignIn({ message, onSignIn }: SignInProps) {
  const { signIn } = WORDS;
  const [key, hint, error] = [useId(), useId(), useId()];
  const field = useRef<HTMLInputElement>(null);
  const isBusy = useSignal(false);

  async function submit(): Promise<void> {
    isBusy.value = true;
    await onSignIn(field.current?.value ?? '');
    isBusy.value = false;
  }

  useEffect(() => {
    field.current?.focus();
    document.title = `${signIn.title} · ${WORDS.product}`;
    const given = /^#key=(.+)$/.exec(location.hash)?.[1];
    if (given === undefined || !field.current) return;
    history.replaceState(null, '', location.pathname + location.search);
    field.current.value = decodeURIComponent(given);
    void submit();
  }, []);

  return (
    <main class="sign-in">
      <h1>{WORDS.product}</h1>
      <p>{signIn.lead}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
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
        <button type="submit" class="primary" disabled={isBusy}>
          {signIn.submit}
        </button>
      </form>
    </main>
  );
}
