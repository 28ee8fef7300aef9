import type { Person } from '../../protocol/events.ts';

/** The shop's agent. */
export const iris = (mediaUrl: string): Person => ({ name: 'Iris', avatarUrl: `${mediaUrl}/iris.svg` });

/** The scripted live agent, who takes over when nobody is at the desk. */
export const noor = (mediaUrl: string): Person => ({
  id: 'agent-noor',
  name: 'Noor',
  avatarUrl: `${mediaUrl}/noor.svg`,
});
