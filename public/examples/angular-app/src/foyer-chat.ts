import { Component, ElementRef, inject, input, output } from '@angular/core';
import type { FoyerElement } from 'foyer-chat';

/** The element, with typed inputs and outputs. Angular reads the colon of `foyer:unread` in a template as a target's name. */
@Component({
  selector: 'foyer-chat',
  template: '',
  host: { '[attr.relay]': 'relay()', '[attr.locale]': 'locale()' },
})
export class FoyerChat {
  readonly relay = input.required<string>();
  readonly locale = input<string>();
  readonly unread = output<number>();
  readonly #element = inject<ElementRef<FoyerElement>>(ElementRef).nativeElement;

  constructor() {
    this.#element.addEventListener('foyer:unread', ({ detail }) => this.unread.emit(detail.count));
  }

  open() {
    this.#element.foyer?.open();
  }
}
