/** What the benchmarks send in place of a page or of the relay. */

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
  const { access_token } = await post(
    `${platform}/api/v1/access-token`,
    { 'X-Token': 'bench', 'X-Host': '127.0.0.1' },
    '{}',
  );
  await post(
    `${platform}/api/v1/sessions`,
    { Authorization: `Bearer ${access_token}` },
    '{"streaming_enabled":true,"platform":"web"}',
  );
}

/** Frame with a message of a visitor, whose echo has the same id. */
export const messageFrame = (id: string): string =>
  JSON.stringify({
    type: 'EVENT_TYPE_USER_MESSAGE',
    payload: { text: 'Where is my order?' },
    metadata: { custom: { client_event_id: id, local_id: id } },
  });
