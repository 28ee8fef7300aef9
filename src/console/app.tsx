import { signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { LocationProvider } from 'preact-iso/router';
import type { Clock } from '../base/clock.ts';
import { type ApiClient, createApiClient } from '../ui/api-client.ts';
import { createCalls } from './calls.ts';
import { Frame } from './frame.tsx';
import { keptOf } from './kept.ts';
import { usePageAddress } from './page-address.ts';
import { Problem } from './parts/states.tsx';
import { createNow, type Firing, type Services, ServicesProvider } from './services.ts';
import { type Session, session as sessionSchema } from './session.ts';
import type { ShortcutActions } from './shortcuts.ts';
import { SignIn } from './sign-in.tsx';
import { WORDS } from './words.ts';

interface AppProps {
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  /** An OpenID provider signs people in. */
  readonly hasOidc: boolean;
}

type SignedIn =
  | { readonly status: 'unknown' }
  | { readonly status: 'out'; readonly message: string | undefined }
  /** The relay did not say who is signed in, or did not sign them out. */
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'in'; readonly session: Session };

const UNAUTHORIZED = 401;

/** Signs the operator in and shows the pages. */
function createSignIn({ clock, fetch }: Pick<AppProps, 'clock' | 'fetch'>) {
  const state = signal<SignedIn>({ status: 'unknown' });
  const out = (message?: string) => {
    state.value = { status: 'out', message };
  };
  /** A session that has ended shows the sign-in page, with the address as it was. */
  const watched: typeof fetch = async (...args) => {
    const response = await fetch(...args);
    if (response.status === UNAUTHORIZED && state.peek().status === 'in') out(WORDS.signIn.signedOut);
    return response;
  };
  const csrf = () => {
    const { value } = state;
    const token = value.status === 'in' ? value.session.csrf : undefined;
    return token === undefined ? {} : { 'X-CSRF-Token': token };
  };
  const server = 'relay';
  const own = createApiClient({ base: '/console/', server, clock, fetch, headersOfChange: csrf });
  const admin = createApiClient({ base: '/admin', server, clock, fetch: watched, headersOfChange: csrf });

  async function load(): Promise<void> {
    const read = await own.call('session', { method: 'GET', answer: sessionSchema });
    if (read.ok) state.value = { status: 'in', session: read.value };
    else if (read.error.type === 'refused' && read.error.status === UNAUTHORIZED) out();
    else state.value = { status: 'failed', message: `${WORDS.signIn.failed} ${read.error.message}` };
  }

  return {
    state,
    admin,
    load,
    async signIn(key: string) {
      const done = await own.call('session', { method: 'POST', body: { key } });
      if (!done.ok) return out(done.error.message);
      await load();
      // Browsers that take no secure cookie over http, not even from localhost.
      if (state.peek().status === 'out') out(WORDS.signIn.insecure);
    },
    async signOut(everywhere: boolean) {
      const path = everywhere ? 'session?everywhere=true' : 'session';
      const done = await own.call(path, { method: 'DELETE' });
      const isOut = done.ok || (done.error.type === 'refused' && done.error.status === UNAUTHORIZED);
      if (isOut) out();
      else state.value = { status: 'failed', message: `${WORDS.signIn.stillIn} ${done.error.message}` };
    },
  };
}

interface PagesProps extends Omit<Services, 'calls' | 'firing' | 'site' | 'place' | 'kept'> {
  readonly admin: ApiClient;
}

/** The pages about one site. */
function PagesOfSite({ admin, site, ...shared }: PagesProps & Pick<Services, 'site'>) {
  const calls = useMemo(() => createCalls(admin, site), []);
  const firing = useSignal<Firing>(undefined);
  const kept = keptOf(shared.session.name, site);
  const place = shared.session.places.find((place) => (place.site || undefined) === site);
  return (
    <ServicesProvider value={{ ...shared, calls, firing, site, place, kept }}>
      <Frame />
    </ServicesProvider>
  );
}

/** The address names a site that this person does not see: whose rows it means is not guessed. */
function UnknownSite({
  named,
  session,
  signOut,
}: Pick<Services, 'session' | 'signOut'> & { readonly named: string }) {
  const { path, other } = usePageAddress();
  return (
    <main class="sign-in">
      <h1>{WORDS.product}</h1>
      <Problem text={WORDS.states.noSite(named)} />
      {session.sites.map((site) => (
        <a key={site} href={other(path, { site })}>
          {site}
        </a>
      ))}
      <button type="button" onClick={() => signOut(false)}>
        {WORDS.bar.signOut}
      </button>
    </main>
  );
}

/** The pages about the site of their address, else about the first one. */
function Pages(props: PagesProps) {
  const { sites } = props.session;
  const named = usePageAddress().query.get('site');
  const known = sites.find((site) => site === named);
  // A relay without sites to choose from ignores the parameter.
  if (named && known === undefined && sites.length > 0) return <UnknownSite {...props} named={named} />;
  const site = known ?? sites[0];
  // Another site remounts all pages, so that they read again.
  return <PagesOfSite key={site} {...props} site={site} />;
}

export function App(props: AppProps) {
  const { state, admin, load, signIn, signOut } = useMemo(() => createSignIn(props), []);
  const now = useMemo(() => createNow(props.clock), []);
  const shortcuts = useMemo(() => new Set<ShortcutActions>(), []);
  useEffect(() => void load(), [load]);
  switch (state.value.status) {
    case 'unknown':
      return null;
    case 'out':
      return <SignIn message={state.value.message} hasOidc={props.hasOidc} onSignIn={signIn} />;
    case 'failed':
      return (
        <main class="sign-in">
          <h1>{WORDS.product}</h1>
          <Problem text={state.value.message} />
          <button type="button" onClick={() => void load()}>
            {WORDS.states.tryAgain}
          </button>
        </main>
      );
    case 'in':
      return (
        <LocationProvider scope="/console">
          <Pages
            clock={props.clock}
            admin={admin}
            now={now}
            shortcuts={shortcuts}
            session={state.value.session}
            signOut={signOut}
          />
        </LocationProvider>
      );
  }
}
