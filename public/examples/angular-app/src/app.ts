import { Component, signal, viewChild } from '@angular/core';
import { FoyerChat } from './foyer-chat';

@Component({ selector: 'app-root', imports: [FoyerChat], templateUrl: './app.html' })
export class App {
  readonly relay = document.querySelector<HTMLMetaElement>('meta[name="foyer-relay"]')?.content ?? '';
  readonly languages = [
    { tag: 'en', name: 'English' },
    { tag: 'fr', name: 'Français' },
    { tag: 'de', name: 'Deutsch' },
  ];
  readonly chat = viewChild(FoyerChat);
  readonly locale = signal('en');
  readonly unread = signal(0);
  readonly isShown = signal(true);
}
