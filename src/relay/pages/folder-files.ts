import { err, ok, type Result } from '../../base/result.ts';
import type { Failure } from '../http/problem.ts';
import type { Content, CreateContent } from './content.ts';
import type { Folder } from './folder.ts';

/** Answers requests for files of a folder. Each file is read once. */
export function createFolderFiles(folder: Folder, createContent: CreateContent) {
  const files = new Map<string, Content>();
  return async (
    name: string,
    type: string,
    cache: string,
    request: Request,
  ): Promise<Result<Response, Failure>> => {
    const known = files.get(name);
    const bytes = known ? undefined : await folder.read(name);
    if (bytes) files.set(name, createContent(bytes, { 'Content-Type': type, 'Cache-Control': cache }));
    const content = files.get(name);
    return content ? ok(await content.respond(request)) : err({ failed: 'not-found' });
  };
}
