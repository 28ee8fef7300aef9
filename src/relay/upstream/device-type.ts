/** The platform's words for a visitor's device. */
export type DeviceType = 'desktop' | 'mobile' | 'tablet';

/** The kind of device that a `User-Agent` names; undefined without one. Tablets of Android do not say `Mobile`. */
export function deviceTypeOf(userAgent: string | null): DeviceType | undefined {
  if (!userAgent) return undefined;
  const says = (word: string) => userAgent.includes(word);
  if (says('iPad') || says('Tablet') || (says('Android') && !says('Mobile'))) return 'tablet';
  return says('Mobi') ? 'mobile' : 'desktop';
}
