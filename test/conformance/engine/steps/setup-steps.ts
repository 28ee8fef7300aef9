import * as z from 'zod';
import { step } from './step.ts';

/** Numbers of pages, widgets and clients, which are set up before the script starts. */
export const setupSteps = {
  tabs: step({ tabs: z.int().min(1).max(20) }, () => {}),
  two_widgets: step({ two_widgets: z.tuple([z.string(), z.string()]) }, () => {}, 'browser'),
  strict_csp_page: step({ strict_csp_page: z.literal(true) }, () => {}, 'browser'),
  fleet: step({ fleet: z.int().min(1), script: z.literal('HS').optional() }, () => {}, 'fleet'),
};
