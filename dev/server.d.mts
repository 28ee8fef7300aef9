export interface Dev {
  /** Origin of the dev server, without a slash at the end. */
  readonly url: string;
  /** Empty without the demo. */
  readonly relayUrl: string;
  close(): Promise<void>;
}

export function startDev(options?: {
  readonly port?: number;
  readonly withDemo?: boolean;
  readonly logLevel?: 'info' | 'warn' | 'error' | 'silent';
}): Promise<Dev>;
