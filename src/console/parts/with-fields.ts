interface FormEvent {
  readonly currentTarget: HTMLFormElement;
  preventDefault(): void;
}

/** A listener for `submit` that sends nothing, and gives the fields of the form to a function. */
export const withFields =
  (take: (fields: FormData, form: HTMLFormElement) => unknown) =>
  (event: FormEvent): void => {
    event.preventDefault();
    take(new FormData(event.currentTarget), event.currentTarget);
  };
