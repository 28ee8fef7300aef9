/** The part of the Web Speech API that dictation uses. https://webaudio.github.io/web-speech-api/ */
export interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** Recognition on the device only. */
  processLocally?: boolean;
  onresult: ((event: RecognitionResult) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
}

export interface RecognitionResult {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>;
}

interface RecognitionSettings {
  readonly langs: readonly string[];
  readonly processLocally: true;
}

interface RecognitionClass {
  new (): Recognition;
  available?(settings: RecognitionSettings): Promise<string>;
  install?(settings: RecognitionSettings): Promise<boolean>;
}

function recognitionClass(): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as unknown as Readonly<
    Record<string, RecognitionClass | undefined>
  >;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Place of speech recognition: on the device, possibly after an installation, or a service of the browser's maker. */
export type Place = 'device' | 'installable' | 'service';

/** Place where speech in this language can be recognised; null if the browser cannot, or only by a service that is not allowed. */
export async function recognitionPlace(locale: string, isServiceAllowed: boolean): Promise<Place | null> {
  const Recognition = recognitionClass();
  if (!Recognition) return null;
  const state = await Recognition.available?.({ langs: [locale], processLocally: true }).catch(
    () => undefined,
  );
  if (state === 'available') return 'device';
  if (state === 'downloadable' || state === 'downloading') return 'installable';
  return isServiceAllowed ? 'service' : null;
}

/** Starts recognition, after installing the language if necessary. Must be called in the handler of a user gesture. */
export async function listen(
  locale: string,
  place: Place,
  on: {
    heard(text: string): void;
    /** Called once. `isFailure`: the microphone or the recognition cannot be used. */
    ended(isFailure: boolean): void;
  },
): Promise<() => void> {
  const Recognition = recognitionClass() as RecognitionClass;
  const recognition = new Recognition();
  let isFailure = false;
  recognition.lang = locale;
  recognition.continuous = true;
  recognition.interimResults = true;
  if (place !== 'service') recognition.processLocally = true;
  recognition.onresult = ({ results }) =>
    on.heard(Array.from(results, (result) => result[0]?.transcript ?? '').join(''));
  recognition.onerror = ({ error }) => {
    isFailure ||= error !== 'no-speech' && error !== 'aborted';
  };
  recognition.onend = () => on.ended(isFailure);
  try {
    if (place === 'installable' && !(await Recognition.install?.({ langs: [locale], processLocally: true })))
      throw new Error('unable to install the language');
    recognition.start();
  } catch {
    recognition.onend = null;
    on.ended(true);
    return () => {};
  }
  return () => recognition.abort();
}
