import { bootstrapApplication } from '@angular/platform-browser';
import { defineFoyerElement } from 'foyer-chat';
import { App } from './app';

defineFoyerElement();
bootstrapApplication(App);
