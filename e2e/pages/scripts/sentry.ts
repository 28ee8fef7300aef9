import * as Sentry from '@sentry/browser';

const sent: string[] = [];

Sentry.init({
  dsn: 'https://key@sentry.example/1',
  tracesSampleRate: 1,
  integrations: [Sentry.browserTracingIntegration()],
  transport: (options) =>
    Sentry.createTransport(options, async ({ body }) => {
      sent.push(String(body));
      return { statusCode: 200 };
    }),
});

Object.assign(window, {
  sent,
  capture() {
    Sentry.captureMessage('of the page');
    return Sentry.flush();
  },
});
