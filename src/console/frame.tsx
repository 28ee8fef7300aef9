import { useEffect } from 'preact/hooks';
import { Route, Router } from 'preact-iso/router';
import { FiringCount, FiringReader } from './firing-alerts.tsx';
import { usePageAddress } from './page-address.ts';
import { ALERTS_PATH, mayOpen, PAGES, type Page } from './page-list.ts';
import { COMPONENTS } from './pages.tsx';
import { Popover } from './parts/popover.tsx';
import { RangePicker } from './parts/range-picker.tsx';
import { SitePicker } from './parts/site-picker.tsx';
import { NoRight, Notice } from './parts/states.tsx';
import { ZonePicker } from './parts/zone-picker.tsx';
import { useServices } from './services.ts';
import { Shortcuts } from './shortcut-list.tsx';
import { WORDS } from './words.ts';

const PERSON = 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-7 8c0-4 3-5.5 7-5.5s7 1.5 7 5.5';
const HOUSE = 'M3 8l1.5-5h11L17 8M3 8v9h14V8M3 8h14M8 17v-5h4v5';

function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Pages that the bar of a narrow window has room for; the others are behind "more". */
const ROOM = 4;
const DOT = 'a1 1 0 1 1-2 0 1 1 0 0 1 2 0z';
const DOTS = `M5 10${DOT}m6 0${DOT}m6 0${DOT}`;

/** The rail of the pages; a bar at the bottom of a narrow window. */
function Rail() {
  const { session, signOut } = useServices();
  const { path, other } = usePageAddress();
  const page = PAGES.find((page) => page.path === path);
  const alerts = PAGES.find((page) => page.path === ALERTS_PATH);
  const pages = PAGES.filter((page) => mayOpen(page, session.scopes));
  const linkTo = (page: Page) => (
    <a key={page.path} href={other(page.path)} aria-current={path === page.path ? 'page' : undefined}>
      <Icon path={page.icon} />
      <span>{page.title}</span>
      {page.path === ALERTS_PATH && <FiringCount />}
    </a>
  );
  return (
    <nav class="rail" aria-label={WORDS.bar.pages}>
      <p class="brand">{WORDS.product}</p>
      {alerts && mayOpen(alerts, session.scopes) && !page?.countsAlerts && <FiringReader />}
      <ul>
        {pages.map((page, index) => (
          <li key={page.path} data-more={index >= ROOM} data-begins={page.beginsGroup}>
            {linkTo(page)}
          </li>
        ))}
        {pages.length > ROOM && (
          <li class="more-pages" data-current={page !== undefined && pages.indexOf(page) >= ROOM}>
            <Popover
              label={WORDS.bar.more}
              button={
                <>
                  <Icon path={DOTS} />
                  <span>{WORDS.bar.more}</span>
                </>
              }
              look="quiet"
            >
              <div class="more-list">{pages.slice(ROOM).map(linkTo)}</div>
            </Popover>
          </li>
        )}
      </ul>
      <SitePicker icon={<Icon path={HOUSE} />} />
      <div class="account">
        <Popover
          label={WORDS.bar.account(session.name)}
          button={
            <>
              <Icon path={PERSON} />
              <bdi>{session.name}</bdi>
            </>
          }
          look="quiet"
        >
          <button type="button" onClick={() => signOut(false)}>
            {WORDS.bar.signOut}
          </button>
          <button type="button" onClick={() => signOut(true)}>
            {WORDS.bar.signOutEverywhere}
          </button>
        </Popover>
      </div>
    </nav>
  );
}

function NotFound() {
  const { other } = usePageAddress();
  const [first] = PAGES;
  return (
    <Notice text={WORDS.states.notFound}>{first && <a href={other(first.path)}>{first.title}</a>}</Notice>
  );
}

/** The frame of all pages: the rail, and the bar with title, range and zone above the page. */
export function Frame() {
  const { session } = useServices();
  const address = usePageAddress();
  const { path } = address;
  const page = PAGES.find((page) => page.path === path);

  useEffect(() => {
    const first = PAGES.find((page) => mayOpen(page, session.scopes)) ?? PAGES[0];
    if (path === '/console' && first) address.go(address.other(first.path));
  }, [path]);
  useEffect(() => {
    document.title = `${page?.title ?? WORDS.product} · ${WORDS.product}`;
  }, [page]);

  return (
    <div class="frame">
      <Shortcuts address={address} />
      <a class="skip" href="#content">
        {WORDS.bar.skip}
      </a>
      <Rail />
      <header class="page-bar">
        <h1>{page?.title ?? WORDS.product}</h1>
        {!page?.isWithoutRange && <RangePicker />}
        <ZonePicker />
      </header>
      <main id="content" tabindex={-1}>
        <Router>
          {PAGES.map((page) =>
            mayOpen(page, session.scopes) ? (
              <Route key={page.path} path={page.path} component={COMPONENTS[page.path]} />
            ) : (
              <Route
                key={page.path}
                path={page.path}
                component={() => <NoRight page={page.title} scopes={page.scopes} />}
              />
            ),
          )}
          <Route default component={() => (path === '/console' ? null : <NotFound />)} />
        </Router>
      </main>
    </div>
  );
}
