import { MAIN_BRANCH, type Project } from '../model/project.ts';
import { AGENT } from '../shop/content.ts';
import type { Store } from './store.ts';

/** Stores a new project's behaviour text and cached speech. Idempotent: a deleted item does not return at the next start. */
export function seedProject({ journal, behaviors, audioCache }: Store, project: Project, now: number): void {
  journal.setting(`seeded:${project.accountId}/${project.projectId}`, () => {
    behaviors.put({ ...project, branchId: MAIN_BRANCH }, AGENT.behavior);
    for (const speech of AGENT.speech) {
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
