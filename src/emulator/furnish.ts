import type { Project } from './keys.ts';
import type { Store } from './store/index.ts';

/** What a project has when it is new: the shop's rules, and speech that its agent needs often. */

const BEHAVIOR = `You are Iris, the assistant of Lumen & Oak, a shop for lamps and wooden stools.
Answer briefly and kindly, and only about the shop, its orders and its products.
<channel:voice>
Speak prices in full: eighty-nine euros.
</channel>
<channel:webchat>
Offer up to three suggested replies.
</channel>
<language:fr>
Vouvoyez toujours.
</language>
`;

const SPEECH = [
  { transcript: 'Welcome to Lumen & Oak. How can I help?', hit_count: 1204, duration: 2.9 },
  { transcript: 'One moment, please.', hit_count: 873, duration: 1.2 },
  { transcript: 'Our parcels take two to four working days.', hit_count: 341, duration: 2.6 },
  { transcript: 'I will put you through to a colleague.', hit_count: 198, duration: 2.1 },
  { transcript: 'Goodbye, and thank you for calling!', hit_count: 655, duration: 1.9 },
] as const;

/** Furnishes a project once, however often the platform starts: what is deleted stays away. */
export function furnish({ journal, behaviors, audioCache }: Store, project: Project, now: number): void {
  journal.setting(`furnished:${project.accountId}/${project.projectId}`, () => {
    behaviors.put({ ...project, branchId: 'main' }, BEHAVIOR);
    for (const speech of SPEECH) {
      audioCache.add(project, {
        ...speech,
        cached_at: now,
        provider: 'poly_tts',
        provider_voice_id: 'iris',
        audio_filename: null,
        language_code: 'en-GB',
      });
    }
    return new Date(now).toISOString();
  });
}
