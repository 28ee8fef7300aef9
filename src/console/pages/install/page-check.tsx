import { useState } from 'preact/hooks';
import { parseUrl } from '../../../base/url.ts';
import { isSecureUrl } from '../../../protocol/secure-url.ts';
import { usePageAddress } from '../../page-address.ts';
import { Code } from '../../parts/code.tsx';
import { RemoteView } from '../../parts/states.tsx';
import { withFields } from '../../parts/with-fields.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { words } from './words.ts';

/** Not every browser refuses a host with spaces. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;

/** The address of a page of what one types: a host stands for its page over https. */
export function addressOfPage(typed: string): string | undefined {
  const text = typed.trim();
  const full = /^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = parseUrl(full);
  return url && /^https?:$/.test(url.protocol) && HOST.test(url.hostname) ? url.href : undefined;
}

function Verdict({ page }: { readonly page: string }) {
  const { calls } = useServices();
  const reading = useReading(page, (signal) => calls.own('GET', '/install', { query: { page } }, signal));
  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {({ page: found }) =>
        found && (
          <div class="stack" role="status">
            <p>
              <span class={`tag ${found.isAllowed ? 'ok' : 'alert'}`}>
                {found.isAllowed ? words.allowed : words.notAllowed}
              </span>{' '}
              <bdi>{found.origin}</bdi>
            </p>
            {!found.isAllowed &&
              (isSecureUrl(found.origin) ? (
                <>
                  <p class="hint">{words.addOrigin}</p>
                  <Code label={words.origin} text={found.origin} />
                </>
              ) : (
                <p class="hint">{words.notSecure}</p>
              ))}
          </div>
        )
      }
    </RemoteView>
  );
}

/** Says whether the relay answers a page. */
export function PageCheck({ allowedOrigins }: { readonly allowedOrigins: readonly string[] }) {
  const address = usePageAddress();
  const page = address.query.get('page') ?? undefined;
  const [isInvalid, setInvalid] = useState(false);
  const known = page === undefined ? undefined : addressOfPage(page);
  return (
    <section>
      <h2>{words.check}</h2>
      <form
        class="controls install-check"
        onSubmit={withFields((fields) => {
          const found = addressOfPage(String(fields.get('page') ?? ''));
          setInvalid(found === undefined);
          if (found !== undefined) address.change({ page: found });
        })}
      >
        <label for="install-page">{words.page}</label>
        <input
          id="install-page"
          name="page"
          inputMode="url"
          maxLength={2_000}
          autocomplete="off"
          placeholder={words.pageExample}
          key={page}
          defaultValue={page}
          aria-invalid={isInvalid}
          aria-describedby="install-page-hint"
        />
        <button type="submit">{words.ask}</button>
      </form>
      <p id="install-page-hint" class={isInvalid ? 'error' : 'hint'}>
        {isInvalid ? words.noAddress : words.allowedPages(allowedOrigins.join(', '))}
      </p>
      {known !== undefined && !isInvalid && <Verdict page={known} />}
    </section>
  );
}
