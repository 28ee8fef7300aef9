import * as z from 'zod';
import { NOTIFY_KINDS } from '../../config/alert-notify.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';
import type { AlertNotifier } from '../notify/alert-notifier.ts';

const receiver = {
  kind: z.enum(NOTIFY_KINDS),
  host: z.string().describe('The rest of the address is a secret.'),
};

/** Operations of the alert receivers (`FOYER_ALERT_NOTIFY_URL`). */
export const alertNotifications = (notifier: AlertNotifier) => [
  operation({
    ...READS_RELAY,
    id: 'listAlertReceivers',
    tag: 'Alerts',
    summary: 'The receivers of alerts: FOYER_ALERT_NOTIFY_URL',
    path: '/alert-receivers',
    about: 'nothing',
    answer: z.object({ receivers: z.array(z.object(receiver)) }),
    perform: async () => okJson({ receivers: notifier.receivers }),
  }),
  operation({
    id: 'testAlertReceivers',
    tag: 'Alerts',
    summary: 'Send one test to each receiver of FOYER_ALERT_NOTIFY_URL',
    method: 'POST',
    path: '/alert-receivers/test',
    scopes: ['write'],
    about: 'nothing',
    answeredBy: 'relay',
    status: 200,
    answer: z.object({
      receivers: z.array(
        z.object({
          ...receiver,
          failure: z
            .nullable(z.string())
            .describe(
              'null: the receiver has accepted the test. Else the status of its answer, or why there was none.',
            ),
        }),
      ),
    }),
    perform: async () => okJson({ receivers: await notifier.test() }),
  }),
];
