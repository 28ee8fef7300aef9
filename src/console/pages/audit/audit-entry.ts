import type { OwnAnswerOf } from '../../calls.ts';

export type AuditEntry = OwnAnswerOf<'GET', '/audit'>['records'][number];
