/** The platform's names for device types. */
export type DeviceType = 'desktop' | 'mobile' | 'tablet';

/** The device type of a `User-Agent`; undefined without one. Android tablets omit `Mobile`. */
export function deviceTypeOf(userAgent: string | null): DeviceType | undefined {
  if (!userAgent) return undefined;
  const says = (word: string) => userAgent.includes(word);
  if (says('iPad') || says('Tablet') || (says('Android') && !says('Mobile'))) return 'tablet';
  return says('Mobi') ? 'mobile' : 'desktop';
}
