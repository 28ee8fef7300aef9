import { usePageAddress } from '../../page-address.ts';
import { useServices } from '../../services.ts';
import { WORDS } from '../../words.ts';
import { Branches } from './branches.tsx';
import { DebugChat } from './debug-chat/page.tsx';
import { words } from './words.ts';
import './page.css';

/** The text that tells the agent what to do, and beside it a chat with the agent. */
export function BehaviorPage() {
  const { session } = useServices();
  const address = usePageAddress();
  const mayRead = session.scopes.includes('read');
  const mayChat = session.scopes.includes('write');
  const isOpen = mayChat && (!mayRead || ['chat', 'again'].some((name) => address.query.has(name)));
  return (
    <div class="behavior-page" data-chat={isOpen}>
      {mayRead && (
        <div class="behavior">
          <Branches
            mayWrite={mayChat}
            chatHref={mayChat && !isOpen ? address.with({ chat: 'open' }) : undefined}
          />
        </div>
      )}
      {isOpen && (
        <aside class="behavior-chat" aria-label={WORDS.pages.debugChat}>
          <div class="section-head">
            <h2>{WORDS.pages.debugChat}</h2>
            {mayRead && <a href={address.with({ chat: null, again: null })}>{words.closeChat}</a>}
          </div>
          <DebugChat />
        </aside>
      )}
    </div>
  );
}
