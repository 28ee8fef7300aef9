import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { ADMIN_ENV } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';

/** Linters that others wrote judge the OpenAPI document of the admin side: no error and no warning. */

const open = useBench();

async function documentText(): Promise<string> {
  const { call } = await open({ env: ADMIN_ENV });
  return (await call('/admin/openapi.json', { origin: null })).text;
}

it('Redocly finds no error and no warning in the OpenAPI document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: await documentText(), config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});

it('Spectral finds no error and no warning in the OpenAPI document', async () => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[oas as never, 'recommended']] } as never);
  const results = await spectral.run(await documentText());
  expect(results.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`)).toEqual([]);
});
