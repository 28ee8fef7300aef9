/** The site whose relay the benchmarks load. */
export const SITE = 'http://127.0.0.1';
export const CONNECTOR_TOKEN = 'connector-token-of-the-bench';
/** Frames of an answer that is written word by word. */
export const CHUNKS = 20;

/** Sends what a page or a relay sends. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Record<string, string>> {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body };
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

/** Creates a session with two calls to the platform, without the relay. */
export async function createDirectly(platform: string): Promise<void> {
  const who = { 'X-Token': 'bench', 'X-Host': '127.0.0.1' };
  const { access_token } = await post(`${platform}/api/v1/access-token`, who, '{}');
  await post(
    `${platform}/api/v1/sessions`,
    { Authorization: `Bearer ${access_token}` },
    '{"streaming_enabled":true,"platform":"web"}',
  );
}
