/** An agent. Its project id and its agent id have the same value. */
export interface Project {
  readonly accountId: string;
  readonly projectId: string;
}

export interface Branch extends Project {
  readonly branchId: string;
}

/** The live branch. Its behaviour text is read-only. */
export const MAIN_BRANCH = 'main';
/** The branch that takes changes. */
export const WORKING_BRANCH = 'draft';

/** The platform's default project. */
export const OWN_PROJECT: Project = { accountId: 'lumen-oak', projectId: 'shop' };

/** An id without its prefix: the slug and the prefixed form are equivalent. */
export const bareAccountId = (id: string): string => id.replace(/^ACCOUNT-/, '');
export const bareProjectId = (id: string): string => id.replace(/^PROJECT-/, '');
