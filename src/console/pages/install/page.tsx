import { RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { readBrandingText } from './branding.ts';
import { Look } from './look.tsx';
import { PageCheck } from './page-check.tsx';
import { Snippets } from './snippets-view.tsx';
import './page.css';

/** Brings the widget into a page: its look, what is pasted, the policy, and whether the page is allowed. */
export function InstallPage() {
  const { calls } = useServices();
  const reading = useReading('install', (signal) => calls.own('GET', '/install', {}, signal));
  return (
    <div class="install">
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {({ relayUrl, connectSrc, allowedOrigins, branding }) => (
          <>
            <Snippets configured={relayUrl} connects={connectSrc} />
            <PageCheck allowedOrigins={allowedOrigins} />
            <Look branding={readBrandingText(branding)} />
          </>
        )}
      </RemoteView>
    </div>
  );
}
