/** A window in CSS pixels, and how much smaller the gallery shows it. */
export interface Device {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

export const DEVICES: Readonly<Record<string, Device>> = {
  desktop: { width: 1280, height: 800, scale: 0.45 },
  phone: { width: 390, height: 844, scale: 0.7 },
  landscape: { width: 844, height: 390, scale: 0.6 },
};

/** The address of the page that shows one state. */
export const stateUrl = (look: {
  readonly state: string;
  readonly scheme: string;
  readonly lang: string;
}): string => `/gallery/state?${new URLSearchParams({ ...look })}`;
