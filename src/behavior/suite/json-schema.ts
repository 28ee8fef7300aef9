import * as z from 'zod';
import { suiteFile } from './file.ts';

/** The JSON Schema of a suite, with which editors complete and check it. */
export const suiteJsonSchema = (): object => z.toJSONSchema(suiteFile, { io: 'input' });
