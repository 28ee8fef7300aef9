import { brandingOf, lookIn } from '/examples/theme/look.js';
import { mount } from '/foyer-chat/index.js';
import { createTestPlatform } from '/foyer-chat/testing.js';

const look = lookIn(location.search);
const platform = createTestPlatform({
  greeting: 'Hi, I am **Iris**. How can I help?',
  agent: { name: 'Iris' },
  config: brandingOf(look),
});
platform.onMessage((text) =>
  platform.stream(
    `You said “${text}”. This is how an answer looks:\n\n- with a list\n- and **strong** words`,
    { chunks: 12, everyMs: 60 },
  ),
);
platform.install(window);
// Each look begins with a new conversation.
localStorage.removeItem(`foyer:${platform.relay}`);
mount({
  relay: platform.relay,
  position: look.position,
  colorScheme: look.scheme,
  locale: look.locale,
  autoOpen: true,
});
