/** Answer of the relay to `GET /chat/availability`: whether a site takes new conversations. Running ones go on. */

/** Views of visitors outside of the hours. `message`: as `notice`, with the way to leave a message where there is one. */
export const OUTSIDE = ['hide', 'notice', 'message'] as const;
export type Outside = (typeof OUTSIDE)[number];

type ByLocale = Readonly<Record<string, string>>;

export type Availability =
  | { readonly status: 'open' }
  | { readonly status: 'paused'; readonly notice: ByLocale }
  | {
      readonly status: 'closed';
      readonly outside: Outside;
      readonly notice?: ByLocale | undefined;
      /** ISO 8601 in UTC; absent: not within a year. */
      readonly opens_at?: string | undefined;
    };
